/** Searches with a street or another place, and searches for a brand that has no branch in town. */
import { expect, it } from 'vitest';
import { refreshSearchWords } from '#server/db/refresh-search-words.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { searchBusinesses } from './search-businesses.ts';

const database = testDatabase();

type Given = [name: string, slug: string, address: string, description?: string];

/** Stores the listings, each in the category of that slug, and counts their words, as an import does. */
async function store(given: Given[]): Promise<void> {
  const categories = new Map<string, string>();
  for (const [, slug] of given) {
    if (!categories.has(slug)) categories.set(slug, (await aCategory(database.db, { name: slug, slug })).id);
  }
  for (const [name, slug, street, description] of given) {
    const address = street.includes(',') ? street : `${street}, Olmos Park, TX 78212`;
    await aBusiness(database.db, { name, address, description, categoryId: categories.get(slug) ?? '' });
  }
  await refreshSearchWords(database.db);
}

async function namesOf(search: string): Promise<string[]> {
  const page = await searchBusinesses(database.db, { search, limit: 60 });
  return page.businesses.map(({ name }) => name);
}

const facts = { name: 'Olmos Park', region: 'TX', regionName: 'Texas', timeZone: 'America/Chicago' };
const town = {
  ...{ ...facts, center: { latitude: 29.475, longitude: -98.488 }, properties: [] },
  places: [{ names: ['The Quarry', 'quarry market'], addresses: ['255 Basse', '7310 Jones Maltsberger'] }],
};

const manyBars = Array.from({ length: 25 }, (_, at): Given => [`Pelican Bar ${at}`, 'food-dining', `${at} Side St`]);

it('names who may be a bar in the street before bars elsewhere, however many those are and however usual the street', async () => {
  const shops = Array.from({ length: 40 }, (_, at): Given => [`Shop ${at}`, 'shopping', `${at} Blanco Rd`]);
  await store([...manyBars, ...shops, ['Lou Ann’s', 'food-dining', '3 Blanco Rd']]);
  expect((await namesOf('bars on blanco'))[0]).toBe('Lou Ann’s');
});

it('reads a direction before the last word as a street', async () => {
  await store([
    ...manyBars,
    ['Grill & Bar', 'food-dining', '17 North Loop'],
    ['Heat', 'food-dining', '1500 N Main Ave'],
  ]);
  expect((await namesOf('bars north main'))[0]).toBe('Heat');
});

it.each(['west el prado', 'w el prado'])('reads a direction before a whole street: %s', async (search) => {
  await store([
    ['Tent', 'shopping', '101 W El Prado Dr'],
    ['West Books', 'shopping', '3 Oak St'],
  ]);
  expect(await namesOf(search)).toEqual(['Tent']);
});

it('takes no other drive for one with the name of the town', async () => {
  await store([
    ['Mason', 'shopping', '200 W Olmos Dr'],
    ['Walker', 'shopping', '12 Park Hill Dr'],
  ]);
  const asked = { limit: 60, town: { ...town, places: [] } };
  const names = async (search: string) =>
    (await searchBusinesses(database.db, { ...asked, search })).businesses.map(({ name }) => name);
  expect(await names('olmos drive')).toEqual(['Mason']);
  expect(await names('west olmos')).toEqual(['Mason']);
});

it('reads a circle as a street', async () => {
  await store([
    ['Circle Tire', 'automotive', '1 Oak St', 'Flats fixed while you have a coffee.'],
    ['Heron Cup', 'food-dining', '2 Oak St', 'Coffee and toast.'],
    ['Ice Pops', 'food-dining', 'Alameda Circle'],
  ]);
  expect((await namesOf('coffee by alameda circle'))[0]).toBe('Heron Cup');
});

it('takes shops in a street without shops for any business there', async () => {
  await store([
    ...Array.from({ length: 6 }, (_, at): Given => [`Corner ${at}`, 'shopping', `${at} Oak St`]),
    ['Guitar Porch', 'arts-entertainment', '4 El Prado'],
    ['Rosa Plumbing', 'home-services', '6 El Prado'],
  ]);
  expect((await namesOf('shops around el prado')).slice(0, 2)).toEqual(['Guitar Porch', 'Rosa Plumbing']);
});

it('names what is like a brand that is away, though another listing has a word of its longer name', async () => {
  await store([
    ['Sephora', 'health-beauty', '1 Oak St'],
    ['Beauty of Elms', 'home-services', '2 Oak St'],
  ]);
  expect(await namesOf('ulta')).toContain('Sephora');
});

it('names what is all that an absent brand is before what is some of it, and after few what is near to that', async () => {
  const pizza = Array.from({ length: 12 }, (_, at): Given => ['Pizza Hut', 'food-dining', `${at} Oak St`]);
  await store([...pizza, ['California Pizza Kitchen', 'food-dining', '1 Elm St']]);
  const names = await namesOf('dominos');
  expect([names[0], names.at(-1)]).toEqual(['Pizza Hut', 'California Pizza Kitchen']);
  await store([
    ['Macy’s', 'shopping', '5 Elm St'],
    ['Nordstrom Rack', 'shopping', '6 Elm St'],
  ]);
  expect(await namesOf('kohls')).toEqual(['Macy’s', 'Nordstrom Rack']);
});

it('names garages before car dealers, who repair cars, too', async () => {
  await store([
    ['Jordan Ford', 'automotive', '1 Oak St'],
    ['Old Paint Garage', 'automotive', '2 Oak St'],
  ]);
  expect(await namesOf('mechanic')).toEqual(['Old Paint Garage', 'Jordan Ford']);
});

it.each(['the quarry', 'coffee at the quarry', 'quarry market coffee'])('knows what stands in %s', async (search) => {
  await store([
    ['Anvil Coffee', 'food-dining', '9 Oak St'],
    ['Steel Coffee', 'food-dining', '255 E. Basse Rd, San Antonio, TX 78209'],
    ['Zinc Coffee', 'food-dining', '7310 Jones Maltsberger Rd, San Antonio, TX 78209'],
    ['Basse Barber', 'health-beauty', '999 E Basse Rd, San Antonio, TX 78209'],
  ]);
  const { businesses, closeFrom } = await searchBusinesses(database.db, { search, town, limit: 60 });
  const names = businesses.map(({ name }) => name);
  expect(names.slice(0, 2)).toEqual(['Steel Coffee', 'Zinc Coffee']);
  expect(names).not.toContain('Basse Barber');
  expect(closeFrom).toBe(names.length > 2 ? 2 : null);
});

it.each([
  ['a place where few addresses have it', 'San Antonio, TX 78209', 1],
  ['none where all have it', 'Olmos Park, TX 78212', null],
])('takes the town’s name for %s', async (_, city, close) => {
  const bars = manyBars.map(([name, slug, street]): Given => [name, slug, `${street}, ${city}`]);
  await store([...bars, ['Zinc Bar', 'food-dining', '9 Oak St']]);
  const { businesses, closeFrom } = await searchBusinesses(database.db, {
    search: 'bar in olmos park',
    town,
    limit: 60,
  });
  expect([businesses[0]?.name, closeFrom]).toEqual([close === null ? 'Pelican Bar 0' : 'Zinc Bar', close]);
});

it('names places to eat before bakeries and bars, and a restaurant with a bar among those', async () => {
  await store([
    ['Acorn Bakery', 'food-dining', '1 Oak St'],
    ['Brass Bar', 'food-dining', '2 Oak St'],
    ['Kettle & Crane', 'food-dining', '3 Oak St'],
    ['Silo Restaurant & Bar', 'food-dining', '4 Oak St'],
  ]);
  for (const search of ['dinner', 'restaurants']) {
    const names = await namesOf(search);
    expect(names.slice(0, 2).toSorted()).toEqual(['Kettle & Crane', 'Silo Restaurant & Bar']);
    expect(names.slice(2)).toEqual(['Acorn Bakery', 'Brass Bar']);
  }
});

it('names places for breakfast for a brand of them that is away', async () => {
  await store([
    ['Acorn Bakery', 'food-dining', '1 Oak St'],
    ['Cracker Barrel Old Country Store', 'food-dining', '2 Oak St'],
  ]);
  expect((await namesOf('ihop'))[0]).toBe('Cracker Barrel Old Country Store');
});

it('mends a word that has a brand’s stem by chance', async () => {
  await store([
    ['Cool Attic Air', 'home-services', '1 Oak St'],
    ['Good Sit', 'pet-services', '2 Oak St', 'Puppy training and leash manners for dogs.'],
  ]);
  const page = await searchBusinesses(database.db, { search: 'dog traning', limit: 60 });
  expect([page.correctedTo, page.businesses[0]?.name]).toEqual(['dog training', 'Good Sit']);
});

it('takes no firm for a brand by its legal form', async () => {
  await store([
    ['Adelaide Services, L.L.C.', 'food-dining', '1 Oak St'],
    ['McDonald’s', 'food-dining', '2 Oak St'],
  ]);
  expect((await namesOf('fast food'))[0]).toBe('McDonald’s');
  expect(await namesOf('adelaide services llc')).toEqual(['Adelaide Services, L.L.C.']);
});
