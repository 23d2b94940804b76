import { isInside } from '#features/maps/map-frame.ts';
import type { CityPack } from '#server/city-pack.ts';
import type { businesses } from '#server/db/schema/index.ts';
import { Problem } from '#shared/problem.ts';
import type { ListingForm } from '../business-form.ts';
import { halfPlaceError, placeIn } from '../place.ts';

type Position = Pick<typeof businesses.$inferSelect, 'latitude' | 'longitude'>;

/**
 * The two columns of the place: both undefined where the form does not name it, both null where it clears it.
 * @param stored what the listing has: a place far from town that an import brought may stay
 * @throws Problem 'invalid' for half a place, or one outside of the town's map
 */
export function checkPlace(
  { latitude, longitude }: Pick<ListingForm, 'latitude' | 'longitude'>,
  { facts, map }: Pick<CityPack, 'facts' | 'map'>,
  stored: Position | undefined,
): { [C in keyof Position]: Position[C] | undefined } {
  const fields = halfPlaceError({ latitude, longitude });
  const [half] = Object.values(fields);
  if (half !== undefined) throw new Problem('invalid', half, { fields });
  if (latitude === undefined && longitude === undefined) return { latitude, longitude };
  const place = placeIn({ latitude: latitude ?? null, longitude: longitude ?? null });
  if (place === null) return { latitude: null, longitude: null };
  const isKept = place.latitude === stored?.latitude && place.longitude === stored.longitude;
  if (isKept || isInside(map.bounds, place)) return place;
  const [west, south, east, north] = map.bounds;
  const message = `This place is outside of our map of ${facts.name}: latitude ${south} to ${north}, longitude ${west} to ${east}`;
  throw new Problem('invalid', message, { fields: { latitude: message } });
}
