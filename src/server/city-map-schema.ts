/** The parts of a city pack that maps need. */
import * as z from 'zod/mini';

export const latitude = z.number().check(z.minimum(-90), z.maximum(90));
export const longitude = z.number().check(z.minimum(-180), z.maximum(180));

/** The widest and highest area of a map in degrees: some 50 kilometers. It limits the tiles that are kept. */
const maxMapDegrees = 0.5;

export const MapBounds = z
  .tuple([longitude, latitude, longitude, latitude])
  .check(
    z.refine(
      ([west, south, east, north]) =>
        west < east && south < north && east - west <= maxMapDegrees && north - south <= maxMapDegrees,
      `Must be [west, south, east, north], at most ${maxMapDegrees} degrees in each direction`,
    ),
  );

const Ring = z.array(z.tuple([longitude, latitude])).check(z.minLength(4), z.maxLength(500));

/** outline.geojson: the town's limits, drawn on every map. */
export const CityOutline = z.object({
  type: z.literal('Feature'),
  geometry: z.discriminatedUnion('type', [
    z.object({ type: z.literal('Polygon'), coordinates: z.array(Ring).check(z.minLength(1), z.maxLength(20)) }),
    z.object({
      type: z.literal('MultiPolygon'),
      coordinates: z.array(z.array(Ring).check(z.minLength(1))).check(z.minLength(1), z.maxLength(20)),
    }),
  ]),
});
