/** Asks about a pin that is far from town: mostly a minus sign is missing, or the two numbers are exchanged. */
import type { Place } from '#shared/listing-fields.ts';
import { milesBetween } from './miles-between.ts';

/** 100 kilometers. A pin may stand outside of the town's map, but hardly there. */
const farMiles = 62;

interface PlaceDoubt {
  /** Rounded: '8,000'. */
  miles: string;
  /** The place that is probably meant; null when no slip explains it. */
  meant: Place | null;
}

/** Null for a place that is near enough. */
export function doubtPlace(place: Place, center: Place): PlaceDoubt | null {
  const away = milesBetween(center, place);
  if (away <= farMiles) return null;
  const { latitude, longitude } = place;
  const slips = [
    ...signs(latitude, longitude),
    // Latitude and longitude in each other's field.
    ...signs(longitude, latitude),
  ];
  const [meant = null] = slips
    .filter((one) => Math.abs(one.latitude) <= 90 && milesBetween(center, one) <= farMiles)
    .toSorted((a, b) => milesBetween(center, a) - milesBetween(center, b));
  const rounded = Number(away.toPrecision(2));
  return { miles: rounded.toLocaleString('en-US'), meant };
}

const signs = (latitude: number, longitude: number): Place[] =>
  [1, -1].flatMap((north) => [1, -1].map((east) => ({ latitude: north * latitude, longitude: east * longitude })));
