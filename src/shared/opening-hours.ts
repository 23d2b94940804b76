import * as z from 'zod/mini';
import { weekdays } from './city.ts';

const clock = z.string().check(z.regex(/^([01][0-9]|2[0-4]):[0-5][0-9]$/));

/**
 * Opening hours by weekday, in the city's time zone. A missing or empty day is closed; '24:00' is midnight at
 * the end of the day.
 */
export const OpeningHours = z.partialRecord(z.enum(weekdays), z.array(z.tuple([clock, clock])).check(z.maxLength(4)));
export type OpeningHours = z.infer<typeof OpeningHours>;
