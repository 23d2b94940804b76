import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readCityPack } from './city-pack.ts';
import type { CityPackError } from './pack-files.ts';

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

test.each([
  ['<p>No heading.</p>', 'must begin with an <h1> and a <p>'],
  ['<h1>About</h1><p>Call {telephone}.</p>', '{telephone} is none of'],
])('a page of the town with %j is refused by its file and mistake', async (html, mistake) => {
  const folder = await packWith([]);
  await writeFile(join(folder, 'a-town/pages/about.html'), html);
  const refusal = await readCityPack('a-town', folder).catch((error: CityPackError) => error.message);
  expect(refusal).toContain('about.html: ');
  expect(refusal).toContain(mistake);
});

test('a page that holds nothing but a comment is the template', async () => {
  const { pages } = await readCityPack('terrell-hills');
  expect(pages.terms).toContain('<h1>Terms of Use</h1>');
  expect(pages.terms).toContain('{town}');
});

test('a pack may leave pages out, and comments in them are for its authors alone', async () => {
  const folder = await packWith([]);
  await rm(join(folder, 'a-town/pages/terms.html'));
  await writeFile(
    join(folder, 'a-town/pages/privacy.html'),
    '<!-- ours -->\n<h1>Privacy</h1>\n<p>Nothing is kept.</p>',
  );
  const { pages } = await readCityPack('a-town', folder);
  expect(Object.keys(pages)).toEqual(['about', 'privacy']);
  expect(pages.privacy).not.toContain('<!--');
});

test('a pack may name places that addresses do not, each with words of addresses there', async () => {
  const { places } = await readCityPack('olmos-park');
  expect(places.find(({ names }) => names.includes('north star mall'))?.addresses).toEqual(['7400 San Pedro']);
  expect((await readCityPack('terrell-hills')).places).toEqual([]);
  const folder = await packWith([]);
  await writeFile(join(folder, 'a-town/places.json'), JSON.stringify([{ names: ['mall'], addresses: [] }]));
  await expect(readCityPack('a-town', folder)).rejects.toThrow('places.json');
});
