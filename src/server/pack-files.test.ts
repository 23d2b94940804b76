/** The files of a pack as editors save them, and the mistakes of all of them at once. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type CityPack, readCityPack, readSampleContent } from './city-pack.ts';
import { packDoubts } from './pack-doubts.ts';

/** A copy of a pack whose files can be changed. */
async function copiedPack() {
  const packs = await mkdtemp(join(tmpdir(), 'packs-'));
  onTestFinished(() => rm(packs, { recursive: true }));
  const folder = join(packs, 'a-town');
  await cp(join(import.meta.dirname, '../../cities/terrell-hills'), folder, { recursive: true });
  const linesOf = (reading: Promise<unknown>) =>
    reading.then(
      () => [],
      (error: Error) => error.message.split('\n').map((line) => line.replace(`${folder}/`, '')),
    );
  return {
    folder,
    read: () => readCityPack('a-town', packs),
    mistakes: () => linesOf(readCityPack('a-town', packs)),
    sampleMistakes: () => linesOf(readSampleContent({ folder } as CityPack)),
    write: (file: string, content: string | Uint8Array) => writeFile(join(folder, file), content),
    change: async <T>(file: string, act: (value: T) => void) => {
      const value = JSON.parse(await readFile(join(folder, file), 'utf8')) as T;
      act(value);
      await writeFile(join(folder, file), JSON.stringify(value));
    },
  };
}

type Entries = Record<string, unknown>[];

test('a slug that stands twice in categories.json is named with the entry that had it first', async () => {
  const pack = await copiedPack();
  await pack.change('categories.json', (list: Entries) => list.push({ ...list[0], name: 'Doctors' }));
  const [first] = (await (await copiedPack()).read()).categories;
  expect(await pack.mistakes()).toEqual([
    `categories.json, entry 16, slug is "${first?.slug}", as in entry 1 (${first?.name}): give each category a slug of its own`,
  ]);
});

test('an icon without a drawing is doubted, with the one that is near or with all of them, and the pack is taken', async () => {
  const pack = await copiedPack();
  await pack.change('categories.json', (list: Entries) => {
    Object.assign(list[0] ?? {}, { icon: 'shopp' });
    Object.assign(list[1] ?? {}, { icon: 'rocket' });
  });
  await pack.change('properties.json', (list: Entries) => Object.assign(list[2] ?? {}, { icon: 'vegn' }));
  const [near, far, property, ...rest] = packDoubts(await pack.read());
  expect(near).toBe('categories.json: entry 1, icon is "shopp", which is no drawing. Is shopping meant?');
  expect(far).toMatch(
    /^categories\.json: entry 2, icon is "rocket", which is no drawing\. The drawings are: arts-entertainment, .*technology$/,
  );
  expect(property).toBe('properties.json: entry 3, icon is "vegn", which is no drawing. Is vegan meant?');
  expect(rest).toEqual([]);
});

test('a byte order mark, which editors of Windows write, is taken', async () => {
  const pack = await copiedPack();
  const expected = await pack.read();
  for (const file of ['city.json', 'pages/terms.html']) {
    await pack.write(file, `\uFEFF${await readFile(join(pack.folder, file), 'utf8')}`);
  }
  await pack.write('pages/about.html', '\uFEFF<h1>About</h1><p>Us.</p>');
  const { facts, pages } = await pack.read();
  expect(facts).toEqual(expected.facts);
  expect(pages.about).toBe('<h1>About</h1><p>Us.</p>');
  expect(pages.terms).toBe(expected.pages.terms);
});

test('a file that is not UTF-8 is refused with the line and what to do', async () => {
  const pack = await copiedPack();
  const remedy = 'choose UTF-8 where your editor asks for the encoding, and save it again';
  await pack.write('places.json', Buffer.from('[\n{ "names": ["caf\xe9"], "addresses": ["Main"] }]', 'latin1'));
  await pack.write('helpful-links.json', Buffer.from('\uFEFF{}', 'utf16le'));
  await pack.write('history.json', Buffer.from('{}', 'utf16le'));
  await pack.write('pages/about.html', Buffer.from('<h1>Caf\xe9</h1><p>Us.</p>', 'latin1'));
  expect(await pack.mistakes()).toEqual([
    `places.json is not saved as UTF-8 (line 2): ${remedy}`,
    `history.json is not saved as UTF-8 (line 1): ${remedy}`,
    `helpful-links.json is not saved as UTF-8 (line 1): ${remedy}`,
    `pages/about.html is not saved as UTF-8 (line 1): ${remedy}`,
  ]);
});

test('the mistakes of all files are told in one go', async () => {
  const pack = await copiedPack();
  await pack.change('city.json', (facts: Record<string, unknown>) => {
    Object.assign(facts, { postalCode: 78219, mapp: {} });
  });
  await pack.write('places.json', '{ "names": ["mall"], "addresses": ["1 Main"] }');
  await pack.write('helpful-links.json', '{ "intro": }');
  await rm(join(pack.folder, 'history.json'));
  await pack.write('pages/terms.html', '<p>No heading.</p>');
  await pack.change('properties.json', (list: Entries) =>
    Object.assign(list[0] ?? {}, { categories: ['bars', 'pubs'] }),
  );
  const key = (await (await copiedPack()).read()).properties[0]?.key;
  expect(await pack.mistakes()).toEqual([
    'city.json, postalCode is 78219: write it in quotes, "78219"',
    'city.json, mapp is not a field of this file. Is map meant?',
    'places.json is {"names":["mall"],"addresses":["1 Main"]}: allowed is a list, in square brackets: [ … ]',
    'history.json is missing; a city pack must have it',
    expect.stringMatching(/^helpful-links\.json is not valid JSON: /),
    'pages/terms.html: it must begin with an <h1> and a <p>',
    `properties.json, ${key}: bars is no category of categories.json`,
    `properties.json, ${key}: pubs is no category of categories.json`,
  ]);
});

test('mistakes of the sample content are told in one go, too', async () => {
  const pack = await copiedPack();
  await pack.write('sample/ads.json', '{}');
  await pack.change('sample/businesses.json', (list: Entries) => Object.assign(list[0] ?? {}, { name: 7 }));
  await pack.change('sample/articles.json', (list: Entries) => Object.assign(list[0] ?? {}, { slug: 'no-such' }));
  expect(await pack.sampleMistakes()).toEqual([
    'sample/businesses.json, entry 1, name is 7: write it in quotes, "7"',
    'sample/ads.json is {}: allowed is a list, in square brackets: [ … ]',
    'sample/articles/no-such.html is missing; articles.json lists it',
  ]);
});
