/** The order of lists, their pages and their numbers. What is found is tested in search-real-places.db.test.ts. */
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { readCityPack } from '#server/city-pack.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { type BusinessSearch, searchBusinesses } from './search-businesses.ts';

const database = testDatabase();
const tomorrow = new Date(Date.now() + 86_400_000);
const yesterday = new Date(Date.now() - 86_400_000);

async function namesOf(search: Partial<BusinessSearch>) {
  const page = await searchBusinesses(database.db, { limit: 60, ...search });
  return page.businesses.map(({ name }) => name);
}

/** Every page of a list, one after the other. */
async function allPages(search: BusinessSearch) {
  const pages = [await searchBusinesses(database.db, search)];
  for (let last = pages[0]; last?.nextCursor; ) {
    last = await searchBusinesses(database.db, { ...search, cursor: last.nextCursor });
    pages.push(last);
  }
  return pages;
}

describe('order', () => {
  it('is premium first, then name, without a search', async () => {
    for (const name of ['cedar Books', 'Ámbar', "Baker's", 'The Zoo']) await aBusiness(database.db, { name });
    await aBusiness(database.db, { name: 'Young Premium', premiumExpiresAt: tomorrow });
    await aBusiness(database.db, { name: 'Old Premium', premiumExpiresAt: tomorrow });
    await aBusiness(database.db, { name: 'Expired', premiumExpiresAt: yesterday });
    expect(await namesOf({})).toEqual([
      ...['Old Premium', 'Young Premium'],
      ...['Ámbar', "Baker's", 'cedar Books', 'Expired', 'The Zoo'],
    ]);
  });

  it('is fit first, and premium first among what fits alike', async () => {
    const food = await aCategory(database.db, { name: 'Food', slug: 'food-dining' });
    const add = (name: string, given: object = {}) => aBusiness(database.db, { name, categoryId: food.id, ...given });
    await add('D described', {
      description:
        'A fine old house of red brick under very tall trees, and everybody says that it is next to the best bakery',
    });
    await add('C addressed', { address: '1 Bakery Lane' });
    await add('Olmos Bakery');
    await add('Alamo Bakery');
    await add('Paid Bakery', { premiumExpiresAt: tomorrow });
    await add('Bakery');
    await add('Panaderia');
    await add('Z', {
      description:
        'Tires, wheels and brakes. We are rather proud to be on the very same old and quiet street as a bakery',
      premiumExpiresAt: tomorrow,
    });
    const names = await namesOf({ search: 'bakery' });
    expect(names[0]).toBe('Bakery');
    expect(names[1]).toBe('Paid Bakery');
    expect(names.slice(2, 5).toSorted()).toEqual(['Alamo Bakery', 'Olmos Bakery', 'Panaderia']);
    expect(names.indexOf('C addressed')).toBeGreaterThan(4);
    expect(names.indexOf('Z')).toBeGreaterThan(4);
  });

  it('goes by the time asked for, without anybody writing when premium ends', async () => {
    await aBusiness(database.db, { name: 'A shop' });
    await aBusiness(database.db, { name: 'Z shop', premiumExpiresAt: tomorrow });
    const later = new Date(tomorrow.getTime() + 1);
    for (const search of [undefined, 'shop']) {
      expect(await namesOf({ search })).toEqual(['Z shop', 'A shop']);
      expect(await namesOf({ search, now: later })).toEqual(['A shop', 'Z shop']);
    }
  });
});

describe('abbreviations', () => {
  it.each([
    ...['h.e.b.', 'H. E. B.', 'h e b', 'h-e-b', 'heb'].map((typed) => [typed, ['H-E-B', 'HEB Gas']]),
    ...['m.d.', 'M. D.', 'md'].map((typed) => [typed, ['Ann Cole, M.D.', 'Juan Ruiz MD']]),
    ...['d.d.s.', 'dds'].map((typed) => [typed, ['Lee Park, D.D.S.']]),
  ] as [string, string[]][])('%s finds %s, however it is written', async (typed, expected) => {
    const { id: categoryId } = await aCategory(database.db, { slug: 'other' });
    for (const name of ['7-Eleven', 'H-E-B', 'HEB Gas', 'Ann Cole, M.D.', 'Juan Ruiz MD', 'Lee Park, D.D.S.'])
      await aBusiness(database.db, { name, categoryId });
    const names = await namesOf({ search: typed });
    expect(names.slice(0, expected.length).toSorted()).toEqual(expected);
    expect(names).not.toContain('7-Eleven');
  });
});

it('brings those with a property first, and keeps, as close, those that fit without it', async () => {
  const { db } = database;
  const { properties, places, facts } = await readCityPack('olmos-park');
  const { id: categoryId } = await aCategory(db, { slug: 'food-dining' });
  const patio = { categoryId, properties: ['outdoor-seating'] };
  await aBusiness(db, { name: 'Cup Coffee House', categoryId });
  await aBusiness(db, { name: 'Steel Grill', ...patio });
  for (let number = 0; number < 12; number += 1) await aBusiness(db, { name: `Coffee Bar ${number}`, ...patio });
  const search = { limit: 60, town: { ...facts, properties, places } };
  const page = await searchBusinesses(db, { ...search, search: 'patio coffee' });
  expect(page).toMatchObject({ closeFrom: 12, total: 13 });
  expect(page.businesses.at(-1)?.name).toBe('Cup Coffee House');
  const choices = { properties: ['outdoor-seating'] };
  const chosen = await searchBusinesses(db, { ...search, search: 'coffee', choices });
  expect(chosen.businesses.map(({ name }) => name)).not.toContain('Cup Coffee House');
});

describe('many words', () => {
  it('find what has them all first, then, as close, what lacks the least telling', async () => {
    const { db } = database;
    const { id: categoryId } = await aCategory(db, { slug: 'cars' });
    await aBusiness(db, { name: 'Rosa', description: 'Zinnias, marigolds and basil', categoryId });
    await aBusiness(db, { name: 'Lena', description: 'Zinnias and marigolds', categoryId });
    for (let number = 0; number < 6; number += 1)
      await aBusiness(db, { name: `Stand ${number}`, description: 'Basil' });
    const page = await searchBusinesses(db, { search: 'zinnias marigolds basil', limit: 60 });
    expect(page.businesses.slice(0, 2).map(({ name }) => name)).toEqual(['Rosa', 'Lena']);
    expect(page).toMatchObject({ closeFrom: 1, setAside: [] });
    const none = await searchBusinesses(db, { search: 'zinnias marigolds anvils', limit: 60 });
    expect(none.businesses.map(({ name }) => name)).toEqual(['Lena', 'Rosa']);
    expect(none).toMatchObject({ closeFrom: 0, setAside: ['anvils'] });
    const elsewhere = await searchBusinesses(db, { search: 'zinnias basil', categoryId, limit: 60 });
    expect(elsewhere.businesses.map(({ name }) => name)).toEqual(['Rosa', 'Lena']);
  });
});

it('asks for no closing of a house in when something is closed', async () => {
  const { id: categoryId } = await aCategory(database.db, { slug: 'shopping' });
  const { id: ofHomes } = await aCategory(database.db, { slug: 'real-estate-services' });
  await aBusiness(database.db, { name: 'Paper Kite Books', categoryId });
  await aBusiness(database.db, { name: 'Long Lot Realty', categoryId: ofHomes });
  expect(await namesOf({ search: 'is the bookshop closed mondays' })).toEqual(['Paper Kite Books']);
});

describe('a card', () => {
  it('has what the page shows', async () => {
    const { db } = database;
    const category = await aCategory(db, { slug: 'pets', name: 'Pets' });
    const given = {
      website: 'https://example.com',
      phone: '(210) 555-0100',
      email: 'a@example.com',
      latitude: 29.5,
      longitude: -98.5,
    };
    const stored = await aBusiness(db, { name: 'Paws', categoryId: category.id, premiumExpiresAt: tomorrow, ...given });
    const { businesses } = await searchBusinesses(db, { search: 'paws', limit: 1 });
    expect(businesses).toEqual([
      {
        ...{ id: stored.id, slug: stored.slug, name: 'Paws', description: null, address: null, ...given },
        ...{ category: 'pets', categoryName: 'Pets', logoUrl: null, imageUrl: null, ownerId: null },
        ...{ featured: true, verified: true, isPremium: true, premiumExpiresAt: tomorrow.toISOString() },
        ...{ properties: [], hours: null, closures: [], distanceMiles: null },
      },
    ]);
  });
});

describe('pages', () => {
  it.each([undefined, 'shop'])('follow one another without gap or repetition (search: %s)', async (search) => {
    const { db } = database;
    const { id: categoryId } = await aCategory(db);
    for (let number = 0; number < 25; number += 1) {
      const premiumExpiresAt = number % 5 === 0 ? tomorrow : null;
      await aBusiness(db, { name: `Shop ${number % 4}`, categoryId, premiumExpiresAt });
    }
    const pages = await allPages({ search, limit: 4 });
    const all = pages.flatMap(({ businesses }) => businesses);
    expect(pages.map(({ businesses }) => businesses.length)).toEqual([4, 4, 4, 4, 4, 4, 1]);
    expect(pages.map(({ total }) => total)).toEqual(Array(7).fill(25));
    expect(new Set(all.map(({ id }) => id)).size).toBe(25);
    expect(all.map(({ isPremium }) => isPremium)).toEqual([...Array(5).fill(true), ...Array(20).fill(false)]);
    expect(all.map(({ id }) => id)).toEqual(
      (await searchBusinesses(db, { search, limit: 100 })).businesses.map(({ id }) => id),
    );
  });

  it('begin at the first for a cursor that was changed or belongs to another search', async () => {
    for (let number = 0; number < 5; number += 1) await aBusiness(database.db, { name: `Shop ${number}` });
    const first = await searchBusinesses(database.db, { search: 'shop', limit: 2 });
    const cursor = first.nextCursor ?? '';
    const forged = (position: object) => {
      const [check] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string];
      return Buffer.from(JSON.stringify([check, position])).toString('base64url');
    };
    const bad = [
      ...['x', '%', '\u0000', cursor.slice(1), `${cursor}AAAA`, 'bnVsbA', 'W10', 'a'.repeat(10_000)],
      forged({ list: 'ranked', premium: true, relevance: 'x', name: 'a', id: '1' }),
      forged({ list: 'ranked', premium: true, relevance: 1, name: 'a\u0000', id: first.businesses[0]?.id }),
      forged({ list: 'stretches', part: -1, after: 1e300, whole: false, skip: 0 }),
    ];
    for (const wrong of bad) {
      const page = await searchBusinesses(database.db, { search: 'shop', limit: 2, cursor: wrong });
      expect(page.businesses).toEqual(first.businesses);
    }
    const other = await searchBusinesses(database.db, { search: 'shops', limit: 2, cursor });
    expect(other.businesses).toEqual(first.businesses);
    const second = await searchBusinesses(database.db, { search: 'shop', limit: 2, cursor });
    expect(second.businesses).not.toEqual(first.businesses);
  });
});

describe('a list among some thousand listings', () => {
  it('has every listing once, premium first among equals, its number capped', { timeout: 60_000 }, async () => {
    const { db } = database;
    const { id } = await aCategory(db, { slug: 'food' });
    await db.execute(sql`
      insert into businesses (id, slug, name, category_id, status, premium_expires_at)
      select gen_random_uuid(), 's' || number, case when number % 10 = 0 then 'Taqueria ' else 'Taco ' end || number, ${id}, 'approved',
        case when number % 50 = 1 then ${tomorrow.toISOString()}::timestamptz end
      from generate_series(1, 3000) as number`);
    await aBusiness(db, { name: 'Burger', categoryId: id });
    const first = await searchBusinesses(db, { search: 'taco', limit: 60 });
    expect(first).toMatchObject({ total: 1001, totalIsCapped: true });
    expect(first.businesses.every(({ isPremium }) => isPremium)).toBe(true);
    const pages = await allPages({ search: 'taco', categoryId: 'food', limit: 100 });
    const all = pages.flatMap(({ businesses }) => businesses);
    expect(new Set(all.map((business) => business.id)).size).toBe(3000);
    expect(all.length).toBe(3000);
    expect(all.findLastIndex(({ isPremium }) => isPremium)).toBe(59);
    expect(pages.slice(0, -1).every(({ businesses }) => businesses.length === 100)).toBe(true);
    expect(await searchBusinesses(db, { search: 'burger', limit: 60 })).toMatchObject({
      total: 1,
      totalIsCapped: false,
    });
    expect((await searchBusinesses(db, { limit: 1 })).total).toBe(3001);
  });
});

describe('a search in a category', () => {
  it('finds there the word of a kind that belongs to others, and none of the others', async () => {
    const { db } = database;
    const law = await aCategory(db, { slug: 'legal-services' });
    const food = await aCategory(db, { slug: 'food-dining' });
    await aBusiness(db, { name: 'Restaurant Law Group', categoryId: law.id });
    await aBusiness(db, { name: 'Wills and Trusts', categoryId: law.id });
    await aBusiness(db, { name: 'Blue Table Restaurant', categoryId: food.id });
    expect(await namesOf({ search: 'restaurant', categoryId: 'legal-services' })).toEqual(['Restaurant Law Group']);
    expect(await namesOf({ search: 'restaurant', categoryId: 'food-dining' })).toEqual(['Blue Table Restaurant']);
    expect(await namesOf({ search: 'pizza', categoryId: 'legal-services' })).toEqual([]);
  });
});

describe('the number', () => {
  it('is exact up to 1,000 and capped above', async () => {
    const { db } = database;
    const { id } = await aCategory(db);
    const add = (from: number, to: number) =>
      db.execute(sql`
        insert into businesses (id, slug, name, category_id, status)
        select gen_random_uuid(), 's' || number, 'Shop', ${id}, 'approved' from generate_series(${from}::int, ${to}::int) as number`);
    await add(1, 1000);
    expect(await searchBusinesses(db, { search: 'shop', limit: 1 })).toMatchObject({
      total: 1000,
      totalIsCapped: false,
    });
    await add(1001, 1002);
    expect(await searchBusinesses(db, { search: 'shop', limit: 1 })).toMatchObject({
      total: 1001,
      totalIsCapped: true,
    });
  });
});
