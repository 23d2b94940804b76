/** A made-up town of straight streets, a park, a pond and houses, as the layers of OpenMapTiles. */
import type { Feature, FeatureCollection, Geometry } from 'geojson';

interface Place {
  latitude: number;
  longitude: number;
}

const streetNames = ['Acorn', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fig', 'Gum', 'Hazel', 'Ivy', 'Juniper', 'Linden'];
/** Half a kilometer or so. */
const block = 0.002;

const feature = (geometry: Geometry, properties: Record<string, string>): Feature => ({
  type: 'Feature',
  geometry,
  properties,
});
const collection = (features: Feature[]): FeatureCollection => ({ type: 'FeatureCollection', features });

export function madeUpStreets({ latitude, longitude }: Place): Record<string, FeatureCollection> {
  const at = (east: number, north: number) => [longitude + east * block, latitude + north * block];
  const box = (east: number, north: number, size: number): Geometry => ({
    type: 'Polygon',
    coordinates: [
      [at(east, north), at(east + size, north), at(east + size, north + size), at(east, north + size), at(east, north)],
    ],
  });
  const streets = streetNames.flatMap((name, index) => {
    const offset = index - 5 + 0.2;
    const kind = index === 5 ? 'primary' : index % 4 === 0 ? 'tertiary' : 'minor';
    return [
      feature(
        { type: 'LineString', coordinates: [at(-6, offset), at(6, offset)] },
        { class: kind, name: `${name} Street` },
      ),
      feature(
        { type: 'LineString', coordinates: [at(offset, -6), at(offset, 6)] },
        { class: kind, name: `${name} Avenue` },
      ),
    ];
  });
  const houses = Array.from({ length: 12 * 12 }, (_, index) =>
    feature(box(Math.floor(index / 12) - 5.6, (index % 12) - 5.6, 0.25), {}),
  );
  return {
    park: collection([feature(box(1.3, -1.7, 0.8), { class: 'public_park', name: 'Acorn Park' })]),
    water: collection([feature(box(-1.7, 1.3, 0.7), { class: 'lake' })]),
    building: collection(houses),
    transportation: collection(streets),
    transportation_name: collection(streets),
  };
}
