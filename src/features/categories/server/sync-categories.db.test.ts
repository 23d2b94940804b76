import { asc } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { CityCategory } from '#server/city-pack-schema.ts';
import { categories } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { syncCategories } from './sync-categories.ts';

const database = testDatabase();

const category = (slug: string, more: Partial<CityCategory> = {}): CityCategory => ({
  slug,
  name: slug,
  description: null,
  icon: 'other',
  color: 'gray',
  ...more,
});
const sync = (...wanted: CityCategory[]) => syncCategories(database.db, { categories: wanted });
const stored = () => database.db.select().from(categories).orderBy(asc(categories.position));

it('adds what is missing, in the order of the pack', async () => {
  expect(await sync(category('food'), category('shops'))).toBe(true);
  expect((await stored()).map((row) => row.slug)).toEqual(['food', 'shops']);
});

it('writes nothing when nothing differs', async () => {
  await sync(category('food'), category('shops', { description: 'Shops' }));
  expect(await sync(category('food'), category('shops', { description: 'Shops' }))).toBe(false);
});

it('follows new words and a new order, and keeps the ids', async () => {
  await sync(category('food'), category('shops'));
  const before = new Map((await stored()).map((row) => [row.slug, row.id]));
  expect(await sync(category('shops'), category('food', { name: 'Food & Drink', color: 'green' }))).toBe(true);
  const after = await stored();
  expect(after.map((row) => [row.slug, row.name, row.color])).toEqual([
    ['shops', 'shops', 'gray'],
    ['food', 'Food & Drink', 'green'],
  ]);
  expect(new Map(after.map((row) => [row.slug, row.id]))).toEqual(before);
});

it('removes an unused category that the pack dropped, and keeps one with businesses behind the others', async () => {
  await sync(category('used'), category('unused'), category('kept'));
  const [used] = await stored();
  await aBusiness(database.db, { categoryId: used?.id ?? '' });
  await sync(category('kept'));
  expect((await stored()).map((row) => row.slug)).toEqual(['kept', 'used']);
  expect(await sync(category('kept'))).toBe(false);
});

it('may run twice at once', async () => {
  await Promise.all([sync(category('food'), category('shops')), sync(category('food'), category('shops'))]);
  expect(await stored()).toHaveLength(2);
});
