/** places.json of a city pack: malls and neighborhoods that people name and addresses do not. */
import * as z from 'zod/mini';
import { text } from '#server/city-pack-schema.ts';

const CityPlace = z.strictObject({
  /** As people type it, in any case: 'the quarry', 'quarry market'. */
  names: z.array(text(60)).check(z.minLength(1), z.maxLength(12)),
  /** Words that stand together in the addresses there: '255 Basse', 'N Saint Marys', '78258'. */
  addresses: z.array(text(60)).check(z.minLength(1), z.maxLength(20)),
});
export type CityPlace = z.infer<typeof CityPlace>;

export const CityPlaces = z.array(CityPlace).check(z.maxLength(100));
