import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type CityPackError, readCityPack } from './city-pack.ts';

const art = join(import.meta.dirname, '../web/art/properties');
const packs = join(import.meta.dirname, '../../cities');

/** Copies a pack without its pictures' files. `properties` replaces the list; null removes the file. */
async function packWith(properties: unknown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'packs-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(join(packs, 'terrell-hills'), join(folder, 'a-town'), { recursive: true });
  const file = join(folder, 'a-town/properties.json');
  if (properties === null) await rm(file);
  else await writeFile(file, JSON.stringify(properties));
  return folder;
}

test.each(['olmos-park', 'terrell-hills'])('%s: each property has a drawing and words of its own', async (key) => {
  const { properties } = await readCityPack(key);
  expect(properties.length).toBeGreaterThan(24);
  for (const { icon, words } of properties) {
    expect(existsSync(join(art, `${icon}.svg`)), icon).toBe(true);
    expect(words.length).toBeGreaterThan(0);
  }
  // Groups are shown as they come, so a group in two places would be shown twice.
  const groups = properties.map(({ group }) => group);
  expect(groups.filter((group, at) => group !== groups[at - 1])).toHaveLength(new Set(groups).size);
});

test('a pack without properties.json has no properties', async () => {
  expect((await readCityPack('a-town', await packWith(null))).properties).toEqual([]);
});

test.each([
  [
    'a key that stands twice',
    [
      { key: 'patio', name: 'Patio', icon: 'wifi', group: 'Service' },
      { key: 'patio', name: 'Porch', icon: 'wifi', group: 'Service' },
    ],
    'Each key may stand once',
  ],
  [
    'a category that is none',
    [{ key: 'patio', name: 'Patio', icon: 'wifi', group: 'Service', categories: ['bars'] }],
    'patio: bars is no category',
  ],
  ['a tag without a value', [{ key: 'patio', name: 'Patio', icon: 'wifi', group: 'Service', osm: ['patio'] }], 'osm'],
])('%s is refused by name', async (_, properties, text) => {
  const folder = await packWith(properties);
  const error = await readCityPack('a-town', folder).catch((reason: CityPackError) => reason);
  expect(String(error)).toContain('properties.json');
  expect(String(error)).toContain(text);
});
