import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type CityPack, readCityPack } from '#server/city-pack.ts';
import { EnvError } from '#server/env-variable.ts';
import { nearestWord } from '#server/letter-distance.ts';

const cities = join(import.meta.dirname, '../../../cities');

/**
 * Reads the pack that CITY_PACK names; throws `EnvError` with the existing folders when it is none of them.
 */
export async function namedCityPack(key: string): Promise<CityPack> {
  const entries = await readdir(cities, { withFileTypes: true });
  const keys = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  if (!keys.includes(key)) {
    const near = nearestWord(key, keys);
    const meant = near === undefined ? '' : `. Is ${near} meant?`;
    throw new EnvError(`CITY_PACK is "${key}", allowed is a folder of cities/: ${keys.join(', ')}${meant}`);
  }
  return readCityPack(key);
}
