/** Categories in the town's own words: who may, what is refused, what follows, and the way back. */
import { asc } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { prepareDatabase } from '#app/cli/prepare-database.ts';
import type { ListedBusiness } from '#features/businesses/contract.ts';
import type { Category } from '#features/categories/contract.ts';
import { syncCategories } from '#features/categories/server/sync-categories.ts';
import type { City } from '#features/city-guide/contract.ts';
import type { CategoryWords, StaffCategories } from '#features/listing-choices/staff-contract.ts';
import type { CityCategory } from '#server/city-pack-schema.ts';
import { refreshCity } from '#server/city-settings.ts';
import { categories, searchSynonyms } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCity } from '#tests/factories/a-city.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { found } from '#tests/support/found.ts';
import { answerOf, aStaffOffice } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const path = '/api/staff/categories';

const category = (slug: string, name: string, description: string | null = null): CityCategory => ({
  ...{ slug, name, description, icon: slug, color: 'green' },
});
const pack = () => [
  category('food-dining', 'Food & Dining', 'Tacos'),
  category('shopping', 'Shopping'),
  category('pet-services', 'Pet Services'),
];
const words = (...list: CityCategory[]): CategoryWords[] =>
  list.map(({ slug, name, description }) => ({ slug, name, description }));

async function town() {
  const services = testServices(database, { city: { ...aCity(), categories: pack() } });
  await syncCategories(database.db, services.city);
  const { staffUser, owner, visitor } = await aStaffOffice(database);
  const staff = new TestBrowser(createApi(services)).withSession(await aSession(database.db, staffUser.id));
  const read = async () => answerOf<StaffCategories>(await staff.get(path));
  const put = async (value: unknown, changedAt?: string | null) =>
    staff.write('PUT', path, {
      body: { value, changedAt: changedAt === undefined ? (await read()).changedAt : changedAt },
    });
  return { services, staff, owner, visitor, read, put };
}

const stored = () => database.db.select().from(categories).orderBy(asc(categories.position));
const [food, shopping, pets] = pack() as [CityCategory, CityCategory, CityCategory];

it('shows new words and a new order everywhere, keeps the history, and goes back to the pack', async () => {
  const { services, staff, read, put } = await town();
  const bakery = found(
    (await stored()).find(({ slug }) => slug === 'food-dining'),
    'the category',
  );
  await aBusiness(database.db, { name: 'Plum Bakery', categoryId: bakery.id, status: 'approved' });
  expect(await read()).toMatchObject({ value: [{ listings: 1 }, { listings: 0 }, {}], changedAt: null, history: [] });

  const own = words(pets, { ...food, name: ' Eat & Drink ', description: null }, shopping);
  const after = await answerOf<StaffCategories>(await put(own));
  expect(after.value.map(({ slug, name, description, icon }) => [slug, name, description, icon])).toEqual([
    ['pet-services', 'Pet Services', null, 'pet-services'],
    ['food-dining', 'Eat & Drink', null, 'food-dining'],
    ['shopping', 'Shopping', null, 'shopping'],
  ]);
  const list = await answerOf<Category[]>(await staff.get('/api/categories'));
  expect(list.map(({ name }) => name)).toEqual(['Pet Services', 'Eat & Drink', 'Shopping']);
  expect((await stored()).find(({ slug }) => slug === 'food-dining')?.id).toBe(bakery.id);
  const { footerCategories } = await answerOf<City>(await staff.get('/api/city'));
  expect(footerCategories.map(({ name }) => name)).toEqual(['Pet Services', 'Eat & Drink', 'Shopping']);
  const hits = await answerOf<ListedBusiness[]>(await staff.get('/api/businesses?search=eat%20drink'));
  expect(hits.map(({ name, categoryName }) => [name, categoryName])).toEqual([['Plum Bakery', 'Eat & Drink']]);

  const back = await answerOf<StaffCategories>(await staff.write('DELETE', path));
  expect(words(...(back.value as CityCategory[]))).toEqual(words(...pack()));
  expect((await stored()).map(({ name, description }) => [name, description])).toEqual([
    ['Food & Dining', 'Tacos'],
    ['Shopping', null],
    ['Pet Services', null],
  ]);
  expect(back.history.map(({ by, isReset }) => [by, isReset])).toEqual([
    ['stella', true],
    ['stella', false],
  ]);
  expect((await staff.write('DELETE', path)).status).toBe(409);
  expect(services.city.categories).toEqual(pack());
});

it('outlives a start, and lets a category of a newer pack come last', async () => {
  const { services, put } = await town();
  await answerOf(await put(words(shopping, { ...food, name: 'Eat' }, pets)));
  const city = { ...aCity(), categories: [category('arts', 'Arts'), ...pack()] };
  await prepareDatabase(database.db, { ...services.env, sampleContent: false }, city);
  expect((await stored()).map(({ name }) => name)).toEqual(['Shopping', 'Eat', 'Pet Services', 'Arts']);
  const another = { ...aCity(), categories: pack() };
  await refreshCity(database.db, another);
  expect(another.categories.map(({ name }) => name)).toEqual(['Shopping', 'Eat', 'Pet Services']);
});

it('takes synonyms along when the category that they lead to is renamed, even when two swap their names', async () => {
  const { staff, put } = await town();
  for (const [term, means] of [
    ['grub', 'food & dining'],
    ['bazaar', 'Shopping'],
    ['kibble', 'dog food'],
  ]) {
    await answerOf(await staff.write('POST', '/api/staff/synonyms', { body: { term, means } }));
  }
  await answerOf(await put(words({ ...food, name: 'Shopping' }, { ...shopping, name: 'Food & Dining' }, pets)));
  const meanings = async () =>
    Object.fromEntries((await database.db.select().from(searchSynonyms)).map(({ term, means }) => [term, means]));
  expect(await meanings()).toEqual({ grub: 'Shopping', bazaar: 'Food & Dining', kibble: 'dog food' });
  await answerOf(await staff.write('DELETE', path));
  expect(await meanings()).toEqual({ grub: 'Food & Dining', bazaar: 'Shopping', kibble: 'dog food' });
});

it('refuses names that are missing, too long or twice there, other categories, and an old copy', async () => {
  const { put, read } = await town();
  const refused = async (value: unknown) => (await problemOf(await put(value))).fields;
  expect(await refused(words({ ...food, name: ' ' }, shopping, pets))).toEqual({ '0.name': 'Please fill this in' });
  expect(await refused(words(food, { ...shopping, name: 'x'.repeat(61) }, pets))).toEqual({
    '1.name': 'Please use at most 60 characters',
  });
  expect(await refused(words(food, shopping, { ...pets, name: 'fóod & dining' }))).toEqual({
    '2.name': 'Another one has this name',
  });
  for (const value of [
    words(food, shopping),
    words(food, shopping, pets, pets),
    words(food, shopping, { ...pets, slug: 'x' }),
  ]) {
    expect((await put(value)).status).toBe(409);
  }
  expect((await put('nonsense')).status).toBe(422);
  expect((await put([{ ...food, name: { a: 1 } }])).status).toBe(422);
  await answerOf(await put(words(pets, food, shopping)));
  expect((await put(words(food, shopping, pets), null)).status).toBe(409);
  expect((await read()).value[0]?.slug).toBe('pet-services');
});

it('is for administrators', async () => {
  const { owner, visitor } = await town();
  expect((await owner.get(path)).status).toBe(403);
  expect((await visitor.get(path)).status).toBe(401);
});
