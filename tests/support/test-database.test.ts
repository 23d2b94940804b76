import { expect, it } from 'vitest';
import { businesses, categories } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { testDatabase } from './test-database.ts';

const database = testDatabase();

it('stores what factories make', async () => {
  const owner = await aUser(database.db);
  const business = await aBusiness(database.db, { ownerId: owner.id });
  expect(await database.db.select({ id: businesses.id }).from(businesses)).toEqual([{ id: business.id }]);
});

it('starts each test with empty tables', async () => {
  expect(await database.db.select().from(businesses)).toEqual([]);
  expect(await database.db.select().from(categories)).toEqual([]);
});

it('gives each worker a database of its own', async () => {
  const { rows } = await database.pool.query<{ name: string }>('select current_database() as name');
  expect(rows[0]?.name).toMatch(/^test_\d+$/);
});
