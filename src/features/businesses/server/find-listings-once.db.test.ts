import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { openWindow } from '../open-window.ts';
import type { BusinessSearch } from './search-businesses.ts';

const database = testDatabase();
const now = new Date('2026-11-25T17:00:00.250Z');
const windows = { now: openWindow({ at: 'now' }, now, 'UTC'), today: openWindow({ at: 'today' }, now, 'UTC') };

// Modules of its own: only a process that follows changes reads a search once, and other tests change rows without a word.
let search: typeof import('./search-businesses.ts');
beforeAll(async () => {
  vi.resetModules();
  (await import('#server/http/kept-until-change.ts')).followKept();
  search = await import('./search-businesses.ts');
});
afterAll(() => {
  vi.restoreAllMocks();
  vi.resetModules();
});

const list = (asked: Partial<BusinessSearch> = {}) =>
  search.searchBusinesses(database.db, { search: 'bakery', limit: 2, now, ...asked });
const around = (asked: Partial<BusinessSearch> = {}) =>
  search.searchAround(database.db, { search: 'bakery', limit: 0, now, ...asked }, windows);

/** Counts the rankings that the database is asked for. */
function watchRankings() {
  const asked = vi.spyOn(database.pool, 'query').mockClear();
  return () => asked.mock.calls.filter(([query]) => JSON.stringify(query).includes('search_page(')).length;
}

beforeEach(async () => {
  (await import('#server/http/kept-until-change.ts')).forgetKept();
  const food = await aCategory(database.db, { name: 'Food', slug: 'food-dining' });
  for (const name of ['Oak Bakery', 'Elm Bakery', 'Ash Bakery'])
    await aBusiness(database.db, { name, categoryId: food.id });
});

it('finds the list and the facts around it in one ranking, when they are asked for at once', async () => {
  const alone = [await list(), await around()];
  const rankings = watchRankings();
  const later = new Date(now.getTime() + 20);
  const [page, facts] = await Promise.all([list(), around({ now: later })]);
  expect(rankings()).toBe(1);
  expect([page, facts]).toMatchObject(alone);
  expect(page.businesses.map(({ name }) => name)).toEqual(['Ash Bakery', 'Elm Bakery']);
  expect(facts.counts).toMatchObject({ categories: { 'food-dining': 3 }, photos: 0 });
});

it('finds each by itself, when they are not about the same', async () => {
  const { nextCursor } = await list();
  const rankings = watchRankings();
  const [first, second, facts] = await Promise.all([
    list(),
    list({ cursor: nextCursor ?? '' }),
    around({ search: 'oak' }),
  ]);
  expect(rankings()).toBe(3);
  expect(first.businesses.map(({ name }) => name)).toEqual(['Ash Bakery', 'Elm Bakery']);
  expect(second.businesses.map(({ name }) => name)).toEqual(['Oak Bakery']);
  expect(facts.counts?.categories).toEqual({ 'food-dining': 1 });
});
