/** A city.json with mistakes, as its author reads of them. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { usualPrices } from '#shared/prices.ts';
import { cityDoubts } from './city-mistakes.ts';
import { readCityPack } from './city-pack.ts';

type Facts = Record<string, unknown> & Record<'geo' | 'center', { latitude: number; longitude: number }>;

/** The lines about a pack whose city.json has been changed, without the name of the file. */
async function mistakesAfter(change: (facts: Facts) => void): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'packs-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(join(import.meta.dirname, '../../cities/terrell-hills'), join(folder, 'a-town'), { recursive: true });
  const file = join(folder, 'a-town/city.json');
  const facts = JSON.parse(await readFile(file, 'utf8')) as Facts;
  change(facts);
  await writeFile(file, JSON.stringify(facts));
  const message = await readCityPack('a-town', folder).then(
    () => '',
    (error: Error) => error.message,
  );
  const lines = message === '' ? [] : message.split('\n');
  expect(lines.filter((line) => !line.startsWith(file))).toEqual([]);
  return lines.map((line) => line.slice(file.length + 2));
}

test.each([
  ['America/San_Antonio', 'America/Chicago'],
  ['America/Chicgo', 'America/Chicago'],
  ['america chicago', 'America/Chicago'],
  ['Europe/Berlinn', 'Europe/Berlin'],
  ['+05:00', 'America/Chicago'],
])('the time zone %j is named with %s', async (timeZone, near) => {
  const [line, ...rest] = await mistakesAfter((facts) => Object.assign(facts, { timeZone }));
  expect(line).toBe(
    `timeZone is "${timeZone}", allowed is the IANA name of a time zone such as America/Chicago. Is ${near} meant?`,
  );
  expect(rest).toEqual([]);
});

test('a language and a country that are none are named with those that are meant', async () => {
  const odd = { language: 'en_US', country: 'usa' };
  expect(await mistakesAfter((facts) => Object.assign(facts, odd))).toEqual([
    'language is "en_US", allowed is a language tag such as en-US. Is en-US meant?',
    'country is "usa", allowed is the code of a country in two capital letters, such as US. Is US meant?',
  ]);
  expect(await mistakesAfter((facts) => Object.assign(facts, { language: 'english' }))).toEqual([
    'language is "english", allowed is a language tag such as en-US. Is en-US meant?',
  ]);
  expect(await mistakesAfter((facts) => Object.assign(facts, { country: 'XQ' }))).toEqual([
    'country is "XQ", allowed is the code of a country in two capital letters, such as US',
  ]);
});

test('coordinates without their sign, or far from each other, are doubted, and the pack is taken', async () => {
  const { facts } = await readCityPack('terrell-hills');
  const { geo } = facts;
  expect(cityDoubts(facts)).toEqual([]);
  expect(cityDoubts({ ...facts, geo: { ...geo, longitude: 98.45 } })).toEqual([
    {
      path: 'geo',
      text: 'is latitude 29.4747, longitude 98.45, which is not in the time zone America/Chicago. Is latitude 29.4747, longitude -98.45 meant?',
    },
  ]);
  expect(cityDoubts({ ...facts, geo: { latitude: 32.78, longitude: -96.8 } })).toEqual([
    {
      path: 'center',
      text: 'is latitude 29.4747, longitude -98.4503, and geo is latitude 32.78, longitude -96.8, over 100 km away. Which of them is mistyped?',
    },
  ]);
  expect(await mistakesAfter(({ geo }) => Object.assign(geo, { longitude: 98.45 }))).toEqual([]);
});

test('coordinates that are swapped or off the earth are named', async () => {
  expect(await mistakesAfter(({ center }) => Object.assign(center, { latitude: -98.4, longitude: 29.4 }))).toEqual([
    'center is latitude -98.4, longitude 29.4, allowed is a latitude from -90 to 90 and a longitude from -180 to 180. Is latitude 29.4, longitude -98.4 meant?',
  ]);
  expect(await mistakesAfter(({ center }) => Object.assign(center, { latitude: 294.7 }))).toEqual([
    'center is latitude 294.7, longitude -98.4503, allowed is a latitude from -90 to 90 and a longitude from -180 to 180',
  ]);
  expect(await mistakesAfter((facts) => Object.assign(facts, { map: { bounds: [-97.5, 29.4, -97.4, 29.5] } }))).toEqual(
    [
      'map.bounds is [-97.5, 29.4, -97.4, 29.5], and the center of town is outside of it: latitude 29.4747, longitude -98.4503',
    ],
  );
});

test('every mistake is told at once, with what stands there: fields that are missing, misspelt or none', async () => {
  const lines = await mistakesAfter((facts) => {
    const { tagline: tagLine, ...others } = facts;
    for (const key of Object.keys(facts)) delete facts[key];
    const contact = { ...(others.contact as object), phone: 'soon', hour: [] };
    Object.assign(facts, { ...others, tagLine, contact, currency: 'USD' });
  });
  expect(lines).toEqual([
    'tagline is missing',
    'contact.phone is "soon": Must be a phone number such as 210-555-0100',
    'contact.hour is not a field of this file. Is hours meant?',
    'tagLine is not a field of this file. Is tagline meant?',
    'currency is not a field of this file: take it out. All amounts are US dollars',
  ]);
});

test('each of many mistakes has its line; a file that is another one altogether is cut off with a count', async () => {
  const needed =
    'name region regionName postalCode timeZone language tagline description contact agency cityHall disclaimer';
  const names = needed.split(' ');
  const lines = await mistakesAfter((facts) => {
    for (const name of names) delete facts[name];
  });
  expect(lines).toEqual(names.map((name) => `${name} is missing`));
  const others = await mistakesAfter((facts) => {
    for (let at = 0; at < 60; at++) facts[`field-${at}`] = at;
  });
  expect(others).toHaveLength(41);
  expect(others.at(-1)).toMatch(/20 more$/);
});

test.each([
  [{ prices: { claim: 12.99 } }, 'prices.claim is 12.99: write it in cents, 1299'],
  [{ prices: { claim: 12 } }, 'prices.claim is 12: write it in cents, 1200'],
  [{ prices: { premiumYear: '$1,290' } }, 'prices.premiumYear is "$1,290": write it in cents, 129000'],
  [
    { prices: { listing: 2_000_000 } },
    'prices.listing is 2000000: write it in cents without quotes, from 50 ($0.50) to 1000000 ($10,000)',
  ],
  [
    { prices: { listing: 'free' } },
    'prices.listing is "free": write it in cents without quotes, from 50 ($0.50) to 1000000 ($10,000)',
  ],
  [{ postalCode: 78219 }, 'postalCode is 78219: write it in quotes, "78219"'],
  [{ name: '' }, 'name is "": write something between the quotes, or take the field out where it is not needed'],
  [{ tagline: 'a'.repeat(91) }, /^tagline is "a+…: it has 91 characters, and at most 90 are allowed$/],
  [{ emergencyNumbers: {} }, 'emergencyNumbers is {}: allowed is a list, in square brackets: [ … ]'],
  [{ agency: 'us' }, 'agency is "us": allowed is an object, in braces: { … }'],
  [{ heroSlides: [] }, 'heroSlides is []: it has 0 entries, and exactly 6 are allowed'],
  [{ ownerPosts: { offers: 'yes' } }, 'ownerPosts.offers is "yes": allowed is true or false, without quotes'],
  [
    { adsContact: 'mail us' },
    'adsContact is "mail us": allowed is a page such as /events, a web address such as https://town.example, or an e-mail address',
  ],
])('%j is told in plain words', async (change, line) => {
  const [told, ...rest] = await mistakesAfter((facts) => Object.assign(facts, change));
  expect(told).toEqual(typeof line === 'string' ? line : expect.stringMatching(line));
  expect(rest).toEqual([]);
});

test('an entry of a list is counted from 1', async () => {
  const [line] = await mistakesAfter((facts) => {
    Object.assign((facts.emergencyNumbers as object[])[1] ?? {}, { number: 911 });
  });
  expect(line).toBe('emergencyNumbers, entry 2, number is 911: write it in quotes, "911"');
});

test('a year for less than a month, or for more than twelve, is doubted with the words that visitors would read', async () => {
  const { facts } = await readCityPack('terrell-hills');
  const doubts = (prices: object) => cityDoubts({ ...facts, prices: { ...usualPrices, ...prices } });
  expect(doubts({ premiumMonth: 1900, premiumYear: 99 })).toEqual([
    {
      path: 'prices.premiumYear',
      text: 'is 99, a year that costs less than a month. Visitors would read: Premium, $19 a month or $0.99 a year (save $227.01). Amounts are in cents',
    },
  ]);
  expect(doubts({ premiumMonth: 1900 })).toEqual([
    {
      path: 'prices.premiumYear',
      text: 'is 29000 (the usual amount), a year that costs more than twelve months. Visitors would read: Premium, $19 a month or $290 a year. Amounts are in cents',
    },
  ]);
  expect(doubts({ premiumMonth: 1900, premiumYear: 1900 })).toEqual([]);
  expect(doubts({ premiumMonth: 1900, premiumYear: 22_800 })).toEqual([]);
  expect(await mistakesAfter((odd) => Object.assign(odd, { prices: { premiumYear: 99 } }))).toEqual([]);
});

test('right towns on both sides of the date line, and in the west of a wide zone, are not doubted', () => {
  const places = [
    ['Pacific/Auckland', -36.85, 174.76],
    ['Pacific/Kiritimati', 1.87, -157.43],
    ['Asia/Shanghai', 39.47, 75.99],
    ['America/Anchorage', 61.2, -149.9],
  ] as const;
  for (const [timeZone, latitude, longitude] of places) {
    const at = { latitude, longitude };
    expect(cityDoubts({ timeZone, geo: at, center: at, prices: usualPrices })).toEqual([]);
  }
});
