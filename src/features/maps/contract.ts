import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

export const TownMap = z.object({
  /** Written on a map without streets. */
  name: z.string(),
  /** There are streets to draw. */
  hasTiles: z.boolean(),
  /** The rings of the town's limits, as longitude and latitude. */
  outline: z.array(z.array(z.tuple([z.number(), z.number()]))),
});
export type TownMap = z.infer<typeof TownMap>;

export const getTownMap = endpoint({
  method: 'GET',
  path: '/api/map',
  who: 'anyone',
  summary: "What a map draws: whether there are tiles, and the town's limits",
  answer: TownMap,
  problems: [],
});
