import { beforeAll, expect, it } from 'vitest';
import { refreshSearchWords } from '#server/db/refresh-search-words.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { suggestCategories } from './suggest-categories.ts';

const database = testDatabase({ fresh: 'each-file' });

beforeAll(async () => {
  const given = [
    ['Pets', 'pet-services', 'The Window Seat', 'Boarding for cats only.'],
    ['Food', 'food-dining', 'Lan’s', 'A family kitchen. Pho on Sunday.'],
    ['Home', 'home-services', 'Limestone', 'A stonemason.'],
    ['Other', 'other', 'Parcels', 'Parcels sent.'],
    ['Medical', 'medical-services', 'Two Elms', 'A dentist.'],
    ['Cars', 'automotive', 'Old Paint', 'A mechanic.'],
  ] as const;
  for (const [name, slug, business, description] of given) {
    const { id: categoryId } = await aCategory(database.db, { name, slug });
    await aBusiness(database.db, { name: business, description, categoryId });
  }
  await refreshSearchWords(database.db);
});

const first = async (typed: string) => (await suggestCategories(database.db, typed))[0];

it.each([
  ['hotel', 'other'],
  ['piz', 'food-dining'],
  ['pizza', 'food-dining'],
])('means the word before longer phrases that begin with it, though nobody is one: %s', async (typed, slug) => {
  expect(await first(typed)).toMatchObject({ slug, meant: null });
});

it('means what somebody has before what nobody is', async () => {
  expect(await first('dent')).toMatchObject({ slug: 'medical-services', meant: 'Dentist' });
  expect(await first('pho')).toMatchObject({ slug: 'food-dining', meant: 'Vietnamese Restaurant', phrase: 'pho' });
});
