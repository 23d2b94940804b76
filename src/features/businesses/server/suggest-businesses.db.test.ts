import { beforeEach, expect, it } from 'vitest';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { suggestBusinesses } from './suggest-businesses.ts';

const database = testDatabase();

beforeEach(async () => {
  const { id: categoryId } = await aCategory(database.db, { name: 'Food' });
  for (const name of ['Taco Cabana', 'Taco Cabana', 'Taco Bell', 'El Taco Loco', "Chili's", 'Café Olé', 'Books']) {
    await aBusiness(database.db, { name, categoryId, description: name === 'Books' ? 'next to a taco stand' : '' });
  }
  await aBusiness(database.db, { name: 'Taco Hidden', status: 'hidden', categoryId });
});

async function suggested(typed: string) {
  return (await suggestBusinesses(database.db, typed)).map(({ name }) => name);
}

it('gives names that begin so, then names with a word that does, each once', async () => {
  expect(await suggested('tac')).toEqual(['Taco Bell', 'Taco Cabana', 'El Taco Loco']);
  expect((await suggested('taco c'))[0]).toBe('Taco Cabana');
  expect(await suggested('loc')).toEqual(['El Taco Loco']);
});

it('does not mind accents, apostrophes and slips', async () => {
  expect(await suggested('chilis')).toEqual(["Chili's"]);
  expect(await suggested('CAFE')).toEqual(['Café Olé']);
  expect(await suggested('cabanna')).toEqual(['Taco Cabana']);
});

it('tells name, slug and category', async () => {
  expect(await suggestBusinesses(database.db, "chili's")).toEqual([
    { name: "Chili's", slug: expect.stringMatching(/^business-/), categoryName: 'Food' },
  ]);
});

it.each(['', ' ', '&', '\u0000', '%', "'", '\ud83c', 'x'.repeat(10_000)])('has nothing for %j', async (typed) => {
  expect(await suggested(typed)).toEqual([]);
});

it('has at most 8', async () => {
  const { id: categoryId } = await aCategory(database.db);
  for (let number = 0; number < 12; number += 1) await aBusiness(database.db, { name: `Taco ${number}`, categoryId });
  expect(await suggested('taco')).toHaveLength(8);
});
