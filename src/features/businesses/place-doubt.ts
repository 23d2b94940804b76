/** Asks about a pin that is far from town: mostly a minus sign is missing, or the two numbers are exchanged. */
import type { Place } from '#shared/listing-fields.ts';
import { farMiles, milesBetween } from '#shared/miles-between.ts';

interface PlaceDoubt {
  /** Rounded: '8,000'. Null for numbers that are no place. */
  miles: string | null;
  /** The place that is probably meant; null when no slip explains it. */
  meant: Place | null;
}

/**
 * Null for a place that is near enough, and for numbers that are no place where no slip explains them.
 * @param typed two numbers; a longitude in the place of the latitude may be beyond 90
 */
export function doubtPlace(typed: Place, center: Place): PlaceDoubt | null {
  const { latitude, longitude } = typed;
  const away = Math.abs(latitude) > 90 ? null : milesBetween(center, typed);
  if (away !== null && away <= farMiles) return null;
  const slips = [
    ...signs(latitude, longitude),
    // Latitude and longitude in each other's field.
    ...signs(longitude, latitude),
  ];
  const [meant = null] = slips
    .filter((one) => Math.abs(one.latitude) <= 90 && milesBetween(center, one) <= farMiles)
    .toSorted((a, b) => milesBetween(center, a) - milesBetween(center, b));
  if (away === null) return meant && { miles: null, meant };
  return { miles: Number(away.toPrecision(2)).toLocaleString('en-US'), meant };
}

const signs = (latitude: number, longitude: number): Place[] =>
  [1, -1].flatMap((north) => [1, -1].map((east) => ({ latitude: north * latitude, longitude: east * longitude })));
