import type { Place } from './listing-fields.ts';

/** 100 kilometers. What is further from town than this is hardly meant to be there. */
export const farMiles = 62;

/** The distance on the ground, in miles. */
export function milesBetween(a: Place, b: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const north = Math.sin(radians(b.latitude - a.latitude) / 2);
  const east = Math.sin(radians(b.longitude - a.longitude) / 2);
  const part = north * north + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * east * east;
  return 2 * 3958.8 * Math.asin(Math.min(1, Math.sqrt(part)));
}
