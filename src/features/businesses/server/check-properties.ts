import type { CityPack } from '#server/city-pack.ts';
import { Problem } from '#shared/problem.ts';

/**
 * The keys that are stored, each once and in the order of the town's list, so that the same choice is never a change.
 * @param stored keys that the listing has: one that the town's list has no more may stay
 * @throws Problem 'invalid' for a key that the list does not have
 */
export function checkProperties(
  keys: readonly string[],
  { properties }: Pick<CityPack, 'properties'>,
  stored: readonly string[],
): string[] {
  const known = [...properties.map(({ key }) => key), ...stored];
  const unknown = keys.find((key) => !known.includes(key));
  if (unknown !== undefined) {
    const message = `There is no property '${unknown}'`;
    throw new Problem('invalid', message, { fields: { properties: message } });
  }
  return [...new Set(known)].filter((key) => keys.includes(key));
}
