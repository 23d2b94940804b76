import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

const MapState = z.object({
  /** 'archive': the pack's map.pmtiles; 'service': MAP_TILES_URL; 'nothing': it is off. */
  from: z.enum(['archive', 'service', 'nothing']),
  /** The archive's file, or the service's host. */
  name: z.nullable(z.string()),
  /** Why no new tiles arrive. */
  trouble: z.nullable(z.string()),
  hasAnswered: z.boolean(),
});
export type MapState = z.infer<typeof MapState>;

export const getMapState = endpoint({
  method: 'GET',
  path: '/api/staff/map',
  who: 'staff',
  rights: ['administrator'],
  summary: "Where the map's streets come from, and why they are missing when they are",
  answer: MapState,
  problems: [],
});
