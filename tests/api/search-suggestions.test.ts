import { beforeAll, describe, expect, test } from 'vitest';
import type { SearchSuggestion } from '#features/businesses/suggestion-contract.ts';
import { readCityPack } from '#server/city-pack.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { anArticle } from '#tests/factories/an-article.ts';
import { anEvent } from '#tests/factories/an-event.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { testSite } from '#tests/support/test-site.ts';

const database = testDatabase({ fresh: 'each-file' });
const city = await readCityPack('olmos-park');
const soon = new Date(Date.now() + 3 * 86_400_000);

let site: ReturnType<typeof testSite>;
beforeAll(async () => {
  const { db } = database;
  const food = await aCategory(db, { slug: 'food-dining', name: 'Food & Dining' });
  const homes = await aCategory(db, { slug: 'home-services', name: 'Home Services' });
  await aBusiness(db, {
    name: "Tia Nela's Comal",
    slug: 'tia-nela',
    categoryId: food.id,
    description: 'Breakfast tacos',
  });
  await aBusiness(db, { name: 'Taco Palace', slug: 'taco-palace', categoryId: food.id });
  await aBusiness(db, { name: 'The Blue Heron Cup', slug: 'blue-heron', categoryId: food.id, description: 'Coffee' });
  const cars = await aCategory(db, { slug: 'automotive', name: 'Automotive' });
  const tires = 'Tires and brakes. Flats fixed while you have a coffee next door.';
  await aBusiness(db, { name: 'Circle Tire', slug: 'circle-tire', categoryId: cars.id, description: tires });
  await aBusiness(db, { name: 'Tire Kingdom', slug: 'tire-kingdom-1', categoryId: cars.id });
  await aBusiness(db, { name: 'Tire Kingdom', slug: 'tire-kingdom-2', categoryId: cars.id });
  await aBusiness(db, { name: 'Circle Plumber', slug: 'circle-plumber', categoryId: homes.id });
  await aBusiness(db, { name: 'Taco Draft', slug: 'taco-draft', categoryId: food.id, status: 'pending' });
  for (let number = 10; number < 30; number += 1) {
    await aBusiness(db, { name: `Market Stall ${number}`, slug: `stall-${number}`, categoryId: food.id });
  }
  await anEvent(db, { title: 'Farmers Market', startsAt: soon }, [{ startsAt: soon }]);
  await anArticle(db, { slug: 'market-history', title: 'How the market came to be' });
  site = testSite(testServices(database, { city }));
});

async function ask(search: string): Promise<SearchSuggestion[]> {
  const response = await site.request(`/api/search/suggestions?search=${encodeURIComponent(search)}`);
  expect(response.status).toBe(200);
  return (await response.json()) as SearchSuggestion[];
}
const shown = async (search: string) => (await ask(search)).map(({ kind, title }) => `${kind}: ${title}`);

describe('GET /api/search/suggestions', () => {
  test('offers names that begin so, then listings that the search finds', async () => {
    expect((await shown('tac')).slice(0, 2)).toEqual(['business: Taco Palace', "business: Tia Nela's Comal"]);
    expect(await shown('coffee')).toContain('business: The Blue Heron Cup');
    expect((await ask('coffee'))[0]).toEqual({
      kind: 'business',
      title: 'The Blue Heron Cup',
      note: 'Food & Dining',
      href: '/business/blue-heron',
    });
  });

  test('puts an emergency and a matter of the town above businesses and categories', async () => {
    expect((await ask('emer'))[0]).toMatchObject({ kind: 'page', href: '/helpful-links#emergency' });
    expect((await ask('trash pickup'))[0]).toMatchObject({ kind: 'page' });
    expect((await ask('tac'))[0]).toMatchObject({ kind: 'business' });
  });

  test('finds a name in spite of a slip that is a word itself', async () => {
    expect(await shown('blue hero cup')).toContain('business: The Blue Heron Cup');
  });

  test('finds whose telephone number was typed, whole or without the area code', async () => {
    await aBusiness(database.db, { name: 'Bell & Daughter', slug: 'bell', phone: '(210) 555-0177' });
    expect(await shown('210 555 0177')).toEqual(['business: Bell & Daughter']);
    expect(await shown('555-0177')).toEqual(['business: Bell & Daughter']);
    expect(await shown('555-0178')).toEqual([]);
  });

  test('takes a half-typed word for the kind that somebody is, not for texts that mention it', async () => {
    const answer = await shown('cof');
    expect(answer[0]).toBe('business: The Blue Heron Cup');
    expect(answer).not.toContain('business: Circle Tire');
    expect(await ask('cof')).toContainEqual(
      expect.objectContaining({ title: 'Food & Dining', note: expect.stringMatching(/^Cafe among \d+ businesses$/) }),
    );
  });

  test('names no kind that nobody is', async () => {
    const notes = (await ask('co')).map(({ note }) => note ?? '');
    expect(notes.filter((note) => /Condo|Computer/.test(note))).toEqual([]);
    expect(await ask('panader')).toContainEqual(
      expect.objectContaining({ title: 'Food & Dining', note: '23 businesses' }),
    );
  });

  test("shows a chain's name once", async () => {
    const titles = (await ask('tires')).map(({ title }) => title);
    expect(titles.filter((title) => title === 'Tire Kingdom')).toHaveLength(1);
  });

  test('forgives a slip', async () => {
    expect(await shown('plumer')).toContain('business: Circle Plumber');
    expect(await shown('famers market')).toContain('event: Farmers Market');
    expect(await shown('dinning')).toContain('category: Food & Dining');
  });

  test('offers categories with their number of businesses', async () => {
    expect(await ask('food')).toContainEqual({
      kind: 'category',
      title: 'Food & Dining',
      note: '23 businesses',
      href: '/category/food-dining',
    });
    expect(await ask('home s')).toContainEqual({
      kind: 'category',
      title: 'Home Services',
      note: '1 business',
      href: '/category/home-services',
    });
  });

  test.each([
    ['tac', 'Food & Dining'],
    ['panader', 'Food & Dining'],
    ['espresso', 'Food & Dining'],
    ['plumbr', 'Home Services'],
    ['leaky fau', 'Home Services'],
    ['lawn mow', 'Home Services'],
  ])('takes %j for an everyday word of %s', async (search, category) => {
    expect(await shown(search)).toContain(`category: ${category}`);
  });

  test('offers events, articles and pages of the town', async () => {
    expect(await shown('farmers m')).toContain('event: Farmers Market');
    const police = await ask('police non emergency');
    expect(police[0]).toMatchObject({
      kind: 'page',
      title: 'Police, non-emergency',
      href: '/helpful-links#emergency',
      note: expect.stringContaining('210-824-3281'),
    });
    expect(await shown('trash pickup')).toEqual(['page: Trash, recycling and brush']);
  });

  test('leaves each kind room, businesses first, at most 8', async () => {
    const market = await ask('market');
    expect(market).toHaveLength(8);
    expect(market.map(({ kind }) => kind)).toEqual(market.map(({ kind }) => kind).toSorted(byPlace));
    expect(new Set(market.map(({ kind }) => kind))).toEqual(new Set(['business', 'event', 'article']));
    expect(await ask('stall')).toHaveLength(8);
  });

  test.each(['', ' ', '%', "'", '\\', '\0', '\u{1F600}', 'a'.repeat(5_000), ': & | !', '<script>'])(
    'answers %j with a list',
    async (search) => {
      expect(Array.isArray(await ask(search))).toBe(true);
    },
  );

  test('the calls of names keeps its answer', async () => {
    const response = await site.request('/api/businesses/suggestions?search=tac');
    expect(await response.json()).toEqual([
      { slug: 'taco-palace', name: 'Taco Palace', categoryName: 'Food & Dining' },
    ]);
  });
});

const order = ['business', 'category', 'event', 'article', 'page'];
const byPlace = (a: string, b: string) => order.indexOf(a) - order.indexOf(b);
