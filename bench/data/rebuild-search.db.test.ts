import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { searchBusinesses } from '#features/businesses/server/search-businesses.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { rebuildSearch } from './rebuild-search.ts';

const database = testDatabase();

async function found(search: string) {
  const page = await searchBusinesses(database.db, { search, limit: 60 });
  return page.businesses.map(({ name }) => name);
}

it('brings back what was written with triggers off', async () => {
  const { db } = database;
  const category = await aCategory(db, { slug: 'a' });
  await db.execute(sql`alter table businesses disable trigger user`);
  await aBusiness(db, { name: 'Marigold', categoryId: category.id });
  await db.execute(sql`alter table businesses enable trigger user`);
  expect(await found('marigold')).toEqual([]);
  const indexes = () =>
    db.execute(sql`select indexdef from pg_indexes where tablename = 'search_docs' order by indexname`);
  const before = await indexes();
  await rebuildSearch(db);
  expect(await found('marygold')).toEqual(['Marigold']);
  const counted = await db.execute(sql`select business_count as count from categories where slug = 'a'`);
  expect(counted.rows).toEqual([{ count: 1 }]);
  expect((await indexes()).rows).toEqual(before.rows);
  await aBusiness(db, { name: 'Thistle' });
  expect(await found('thistle')).toEqual(['Thistle']);
});
