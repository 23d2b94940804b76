/** What every town has, whichever pack it comes from. */
import * as z from 'zod/mini';

export const categoryColors = ['green', 'pink', 'blue', 'red', 'orange', 'indigo', 'teal', 'purple', 'gray'] as const;
export type CategoryColor = (typeof categoryColors)[number];

export const eventCategories = ['government', 'community', 'business', 'cultural'] as const;
export const articleCategories = ['news', 'community', 'business', 'events'] as const;

/** Whose drawing stands beside a group of helpful links. */
export const linkGroupIcons = ['city', 'emergency', 'utilities', 'transportation', 'education', 'healthcare'] as const;

export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

const clock = z.string().check(z.regex(/^([01][0-9]|2[0-4]):[0-5][0-9]$/));

/** Opening hours by weekday in the city's time zone; a missing or empty day is closed; '24:00' is midnight at the day's end. */
export const OpeningHours = z.partialRecord(z.enum(weekdays), z.array(z.tuple([clock, clock])).check(z.maxLength(4)));
export type OpeningHours = z.infer<typeof OpeningHours>;
