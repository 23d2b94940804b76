import * as z from 'zod/mini';
import type { RawRow } from '../import-row.ts';
import { type ChosenColumn, pickOsmTags, pickProperties } from '../map-columns.ts';
import type { JsonItem } from './read-json-items.ts';

const Feature = z.object({
  type: z.literal('Feature'),
  id: z.optional(z.union([z.string(), z.number()])),
  properties: z.nullish(z.record(z.string(), z.unknown())),
  geometry: z.nullish(z.object({ coordinates: z.optional(z.unknown()) })),
});

/**
 * The middle of all positions, however deeply nested: for a point the point, for a building about its center.
 */
function middleOf(coordinates: unknown): { latitude: string; longitude: string } | undefined {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  const visit = (part: unknown): void => {
    if (!Array.isArray(part)) return;
    const [longitude, latitude] = part as unknown[];
    if (typeof longitude === 'number' && typeof latitude === 'number') {
      west = Math.min(west, longitude);
      east = Math.max(east, longitude);
      south = Math.min(south, latitude);
      north = Math.max(north, latitude);
    } else for (const inner of part) visit(inner);
  };
  visit(coordinates);
  if (west === Infinity) return undefined;
  return { latitude: String((south + north) / 2), longitude: String((west + east) / 2) };
}

/**
 * Reads one feature; its geometry wins over coordinates in its properties. OpenStreetMap's tags keep their
 * usual meaning.
 */
export function readFeature({ line, value }: JsonItem, chosen?: readonly ChosenColumn[]): RawRow {
  const feature = Feature.safeParse(value);
  if (!feature.success) return { line, fields: {}, rejected: 'is not a GeoJSON feature' };
  const { id, properties, geometry } = feature.data;
  const position = middleOf(geometry?.coordinates);
  const osmId = [properties?.['@id'], id, properties?.id].find(
    (text) => typeof text === 'string' && /^(?:node|way|relation)\/\d+$/.test(text),
  );
  if (typeof osmId === 'string') {
    const fields = { ...pickOsmTags(properties ?? {}), ...position, source: 'osm', sourceId: osmId };
    return fields.osmTag ? { line, fields } : { line, fields, skipped: true };
  }
  const fields = { ...(id === undefined ? {} : { sourceId: String(id) }), ...pickProperties(properties ?? {}, chosen) };
  return { line, fields: { ...fields, ...position } };
}
