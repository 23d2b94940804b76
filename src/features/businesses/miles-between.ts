import type { Place } from '#shared/listing-fields.ts';

export function milesBetween(a: Place, b: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const north = Math.sin(radians(b.latitude - a.latitude) / 2);
  const east = Math.sin(radians(b.longitude - a.longitude) / 2);
  const part = north * north + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * east * east;
  return 2 * 3958.8 * Math.asin(Math.min(1, Math.sqrt(part)));
}
