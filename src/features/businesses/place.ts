/** The place of a listing on the map: rules that forms and the server share. */
import type { Place } from '#shared/listing-fields.ts';

type PlaceErrors = Partial<Record<keyof Place, string>>;

/** The greatest degrees of each, and an example. */
export const coordinates = {
  latitude: { max: 90, example: '29.4788' },
  longitude: { max: 180, example: '-98.4876' },
} as const;

/** Degrees as a number or as typed. @returns null for none, NaN for what is no degrees */
export function readDegrees(given: string | number | null, name: keyof Place): number | null {
  const text = String(given ?? '').trim();
  if (text === '') return null;
  const value = /^[-+]?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return Math.abs(value) <= coordinates[name].max ? value : Number.NaN;
}

/** Refuses one number without the other. */
export function halfPlaceError({ latitude, longitude }: Record<keyof Place, unknown>): PlaceErrors {
  const isEmpty = (value: unknown) => value === undefined || value === null || value === '';
  if (isEmpty(latitude) === isEmpty(longitude)) return {};
  const message = 'Please enter both numbers, or neither';
  return isEmpty(latitude) ? { latitude: message } : { longitude: message };
}

/** @returns null where one of both is missing */
export function placeIn(of: { latitude: number | null; longitude: number | null }): Place | null {
  const { latitude, longitude } = of;
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** Two numbers as typed, of which the first may be a longitude; null where they are no such numbers. */
export function readNumbers(typed: Record<keyof Place, string>): Place | null {
  const numbers = placeIn({
    latitude: readDegrees(typed.latitude, 'longitude'),
    longitude: readDegrees(typed.longitude, 'longitude'),
  });
  return numbers === null || Number.isNaN(numbers.latitude + numbers.longitude) ? null : numbers;
}

/** A place as typed; null while it is none. */
export function readPlace(typed: Record<keyof Place, string>): Place | null {
  const place = readNumbers(typed);
  return place === null || Math.abs(place.latitude) > coordinates.latitude.max ? null : place;
}

const decimals = 5;
/** The last digit stands for about a meter. */
export const roundDegrees = (value: number): number => Number(value.toFixed(decimals));

/** '29.4788° north, 98.4876° west' */
export function placeWords({ latitude, longitude }: Place): string {
  const part = (value: number, [positive, negative]: readonly [string, string]) =>
    `${roundDegrees(Math.abs(value))}° ${value < 0 ? negative : positive}`;
  return `${part(latitude, ['north', 'south'])}, ${part(longitude, ['east', 'west'])}`;
}
