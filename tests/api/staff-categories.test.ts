/** Categories in the town's own words: who may, what is refused, what follows, and the way back. */
import { asc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { prepareDatabase } from '#app/cli/prepare-database.ts';
import { categoriesSitemap } from '#app/feeds/sitemap.ts';
import type { ListedBusiness } from '#features/businesses/contract.ts';
import type { SearchSuggestion } from '#features/businesses/suggestion-contract.ts';
import type { Category } from '#features/categories/contract.ts';
import { syncCategories } from '#features/categories/server/sync-categories.ts';
import type { City } from '#features/city-guide/contract.ts';
import type { CategoryForm, StaffCategories } from '#features/listing-choices/staff-contract.ts';
import type { CityCategory } from '#server/city-pack-schema.ts';
import { refreshCity } from '#server/city-settings.ts';
import { businesses, categories, searchSynonyms } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aBusinessForm } from '#tests/factories/a-business-form.ts';
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
const words = (...list: (CityCategory & { isHidden?: boolean })[]): CategoryForm[] =>
  list.map(({ slug, name, description, icon, isHidden = false }) => ({ slug, name, description, icon, isHidden }));

async function town() {
  const services = testServices(database, { city: { ...aCity(), categories: pack() } });
  await syncCategories(database.db, services.city);
  const { staffUser, ownerUser, owner, visitor } = await aStaffOffice(database);
  const staff = new TestBrowser(createApi(services)).withSession(await aSession(database.db, staffUser.id));
  const read = async () => answerOf<StaffCategories>(await staff.get(path));
  const put = async (value: unknown, changedAt?: string | null) =>
    staff.write('PUT', path, {
      body: { value, changedAt: changedAt === undefined ? (await read()).changedAt : changedAt },
    });
  return { services, staff, ownerUser, owner, visitor, read, put };
}

const stored = () => database.db.select().from(categories).orderBy(asc(categories.position));
const crafts = { ...category('', 'Crafts', 'By hand'), icon: 'shopping' };
const ownAndEmpty = { isHidden: false, isOwn: true, listings: 0 };
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

it('adds a category with an address, a drawing and listings of its own, and lets it go while it is empty', async () => {
  const { services, staff, read, put } = await town();
  const after = await answerOf<StaffCategories>(await put(words(...pack(), crafts, { ...crafts, name: 'Crafts!' })));
  expect(after.value.slice(3)).toEqual([
    { slug: 'crafts', name: 'Crafts', description: 'By hand', ...{ icon: 'shopping', color: 'gray' }, ...ownAndEmpty },
    {
      slug: 'crafts-2',
      name: 'Crafts!',
      description: 'By hand',
      ...{ icon: 'shopping', color: 'gray' },
      ...ownAndEmpty,
    },
  ]);
  const list = await answerOf<Category[]>(await staff.get('/api/categories'));
  expect(list.map(({ slug }) => slug)).toEqual(['food-dining', 'shopping', 'pet-services', 'crafts', 'crafts-2']);
  const own = found(list[3], 'the new category');
  const pottery = await aBusiness(database.db, { name: 'Kiln', categoryId: own.id, status: 'pending' });
  expect((await answerOf<Category>(await staff.get('/api/categories/crafts'))).name).toBe('Crafts');
  expect(await categoriesSitemap(services)).toContain('/category/crafts<');
  const hits = await answerOf<ListedBusiness[]>(await staff.get('/api/businesses?categoryId=crafts'));
  expect(hits).toEqual([]);

  const used = 'Listings are in “Crafts”. Hide it, or move them to another category first.';
  expect((await problemOf(await put(words(...pack())))).message).toBe(used);
  expect((await problemOf(await staff.write('DELETE', path))).message).toBe(used);
  // A search for its name finds what is in it.
  await database.db.update(businesses).set({ status: 'approved' }).where(eq(businesses.id, pottery.id));
  const pots = await answerOf<ListedBusiness[]>(await staff.get('/api/businesses?search=crafts'));
  expect(pots.map(({ name }) => name)).toEqual(['Kiln']);
  await database.db.delete(businesses).where(eq(businesses.id, pottery.id));
  await answerOf(await put(words(...pack())));
  expect((await read()).value.map(({ slug }) => slug)).toEqual(['food-dining', 'shopping', 'pet-services']);
  expect((await stored()).map(({ slug }) => slug)).toEqual(['food-dining', 'shopping', 'pet-services']);
});

it('hides a category from every choice, and keeps it with its listings', async () => {
  const { services, staff, ownerUser, owner, read, put } = await town();
  const [row] = await stored();
  const fig = await aBusiness(database.db, {
    ...{ name: 'Fig', categoryId: row?.id ?? '', status: 'approved', ownerId: ownerUser.id },
  });
  const page = async (slug: string) => (await staff.get(`/api/categories/${slug}`)).status;
  await answerOf(await put(words({ ...food, isHidden: true }, shopping, { ...pets, isHidden: true })));
  expect((await read()).value.map(({ isHidden, listings }) => [isHidden, listings])).toEqual([
    [true, 1],
    [false, 0],
    [true, 0],
  ]);
  const list = await answerOf<Category[]>(await staff.get('/api/categories'));
  expect(list.map(({ slug }) => slug)).toEqual(['shopping']);
  expect((await answerOf<City>(await staff.get('/api/city'))).footerCategories.map(({ slug }) => slug)).toEqual([
    'shopping',
  ]);
  expect(await categoriesSitemap(services)).not.toContain('food-dining');
  const suggested = await answerOf<SearchSuggestion[]>(await staff.get('/api/search/suggestions?search=food'));
  expect(suggested.filter(({ kind }) => kind === 'category')).toEqual([]);
  // Its page stays while listings are in it, which are found as before.
  expect([await page('food-dining'), await page('pet-services')]).toEqual([200, 404]);
  const hits = await answerOf<ListedBusiness[]>(await staff.get('/api/businesses?search=fig'));
  expect(hits.map(({ categoryName }) => categoryName)).toEqual(['Food & Dining']);
  // A listing in it stays; nobody comes in.
  const edit = (category: string, version: number) =>
    owner.write('PUT', `/api/businesses/${fig.id}`, {
      body: { ...aBusinessForm, name: fig.name, category, version },
    });
  expect((await edit('food-dining', fig.version)).status).toBe(200);
  await answerOf(await edit('shopping', fig.version + 1));
  expect((await problemOf(await edit('food-dining', fig.version + 2))).fields).toEqual({
    category: 'This category is not offered any more. Please choose another one.',
  });
  expect(await page('food-dining')).toBe(404);
  await answerOf(await put(words(...pack())));
  expect(await page('food-dining')).toBe(200);
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
  expect(
    (await put(words({ ...food, isHidden: true }, { ...shopping, isHidden: true }, { ...pets, isHidden: true })))
      .status,
  ).toBe(409);
  expect(await refused(words(...pack(), { ...crafts, icon: 'skull' }))).toEqual({
    '3.icon': 'Please choose a drawing',
  });
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
