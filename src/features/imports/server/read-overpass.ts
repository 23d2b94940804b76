import * as z from 'zod/mini';
import type { RawRow } from '../import-row.ts';
import { pickOsmTags } from '../map-columns.ts';
import type { JsonItem } from './read-json-items.ts';

const Position = z.object({ lat: z.number(), lon: z.number() });
const Element = z.object({
  type: z.enum(['node', 'way', 'relation']),
  id: z.number(),
  lat: z.optional(z.number()),
  lon: z.optional(z.number()),
  /** For ways and relations, with 'out center' */
  center: z.optional(Position),
  /** With 'out bb' or 'out geom' */
  bounds: z.optional(z.object({ minlat: z.number(), minlon: z.number(), maxlat: z.number(), maxlon: z.number() })),
  tags: z.optional(z.record(z.string(), z.string())),
});

/** Reads one element; an element without a shop, amenity or similar tag is not a business and is skipped. */
export function readElement({ line, value }: JsonItem): RawRow {
  const parsed = Element.safeParse(value);
  if (!parsed.success) return { line, fields: {}, rejected: 'is not an OpenStreetMap element' };
  const { type, id, lat, lon, center, bounds, tags } = parsed.data;
  const fields = { ...pickOsmTags(tags ?? {}), source: 'osm', sourceId: `${type}/${id}` };
  if (!fields.osmTag) return { line, fields, skipped: true };
  const latitude = lat ?? center?.lat ?? (bounds && (bounds.minlat + bounds.maxlat) / 2);
  const longitude = lon ?? center?.lon ?? (bounds && (bounds.minlon + bounds.maxlon) / 2);
  if (latitude === undefined || longitude === undefined) return { line, fields };
  return { line, fields: { ...fields, latitude: String(latitude), longitude: String(longitude) } };
}
