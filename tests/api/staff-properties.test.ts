/** Properties of listings in the town's own words: who may, what is refused, what follows, and the way back. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import type { ListedBusiness } from '#features/businesses/contract.ts';
import type { ListingProperty } from '#features/city-guide/contract.ts';
import type { PropertyForm, StaffProperties } from '#features/listing-choices/staff-contract.ts';
import { refreshCity } from '#server/city-settings.ts';
import { businesses } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCity } from '#tests/factories/a-city.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { only } from '#tests/support/found.ts';
import { answerOf, aStaffOffice } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const path = '/api/staff/properties';

async function town() {
  const services = testServices(database);
  const { staffUser, owner, visitor } = await aStaffOffice(database);
  const staff = new TestBrowser(createApi(services)).withSession(await aSession(database.db, staffUser.id));
  const read = async () => answerOf<StaffProperties>(await staff.get(path));
  const put = async (value: unknown, changedAt?: string | null) =>
    staff.write('PUT', path, {
      body: { value, changedAt: changedAt === undefined ? (await read()).changedAt : changedAt },
    });
  const shown = async () => answerOf<ListingProperty[]>(await staff.get('/api/city/properties'));
  const search = async (text: string) => {
    const hits = await answerOf<ListedBusiness[]>(
      await staff.get(`/api/businesses?search=${encodeURIComponent(text)}`),
    );
    return hits.map(({ name }) => name);
  };
  return { services, staff, owner, visitor, read, put, shown, search };
}

const pack = (): PropertyForm[] =>
  aCity().properties.map(({ key, name, icon, group, words }) => ({ key, name, icon, group, words, isHidden: false }));
const [delivery, seating, wheelchair, spanish] = pack() as [PropertyForm, PropertyForm, PropertyForm, PropertyForm];
const sauna: PropertyForm = {
  ...{ key: '', name: 'Sauna', group: 'At the place', words: ['steam bath'], icon: 'delivery', isHidden: false },
};

it('renames, orders and adds, for pages and searches at once, and goes back to the pack', async () => {
  const { services, staff, read, put, shown, search } = await town();
  await aBusiness(database.db, { name: 'Plum Bakery', status: 'approved', properties: ['delivery'] });
  expect((await read()).value.map(({ key, listings }) => [key, listings])).toEqual([
    ['delivery', 1],
    ['outdoor-seating', 0],
    ['wheelchair-accessible', 0],
    ['se-habla-espanol', 0],
  ]);
  // The new one stands last, and comes to the others of its group.
  const renamed = { ...delivery, name: ' We bring it ', words: ['schlepping'] };
  const after = await answerOf<StaffProperties>(await put([spanish, seating, wheelchair, renamed, sauna]));
  expect(after.value.map(({ key, isOwn }) => [key, isOwn])).toEqual([
    ['se-habla-espanol', false],
    ['outdoor-seating', false],
    ['wheelchair-accessible', false],
    ['sauna', true],
    ['delivery', false],
  ]);
  expect((await shown()).slice(3)).toEqual([
    { key: 'sauna', name: 'Sauna', icon: 'delivery', group: 'At the place', categories: [] },
    { key: 'delivery', name: 'We bring it', icon: 'delivery', group: 'Service', categories: ['food-dining'] },
  ]);
  expect(await search('schlepping')).toEqual(['Plum Bakery']);
  expect(services.city.properties.find(({ key }) => key === 'delivery')?.osm).toEqual(['delivery=yes|only']);

  const back = await answerOf<StaffProperties>(await staff.write('DELETE', path));
  expect(back.value.map(({ key, name }) => [key, name])).toEqual(pack().map(({ key, name }) => [key, name]));
  expect(back.history.map(({ by, isReset }) => [by, isReset])).toEqual([
    ['stella', true],
    ['stella', false],
  ]);
  expect(services.city.properties).toEqual(aCity().properties);
  expect((await staff.write('DELETE', path)).status).toBe(409);
});

it('hides a property from visitors and searches, and keeps it with its listings', async () => {
  const { put, read, shown, search } = await town();
  const { id } = await aBusiness(database.db, { name: 'Fig', status: 'approved', properties: ['outdoor-seating'] });
  expect(await search('patio')).toEqual(['Fig']);
  await answerOf(await put([delivery, { ...seating, isHidden: true }, wheelchair, spanish]));
  expect((await shown()).map(({ key }) => key)).not.toContain('outdoor-seating');
  expect(await search('outdoor seating')).toEqual([]);
  const stored = () => database.db.select().from(businesses).where(eq(businesses.id, id));
  expect(only(await stored(), 'listing').properties).toEqual(['outdoor-seating']);
  expect((await read()).value[1]).toMatchObject({ key: 'outdoor-seating', isHidden: true, listings: 1 });
  await answerOf(await put([delivery, seating, wheelchair, spanish]));
  expect(await search('patio')).toEqual(['Fig']);
});

it('keeps what listings have: the pack’s is never removed, one of the town’s own while nobody has it', async () => {
  const { put, staff, read } = await town();
  expect((await put([delivery, seating, wheelchair])).status).toBe(409);
  await answerOf(await put([...pack(), sauna, { ...sauna, name: 'Sauna!' }]));
  const keys = (await read()).value.map(({ key }) => key);
  expect(keys.slice(2, 5)).toEqual(['wheelchair-accessible', 'sauna', 'sauna-2']);
  const fig = await aBusiness(database.db, { status: 'approved', properties: ['sauna'] });
  const used = 'Listings have “Sauna”. Hide it, or take it off the listings first.';
  expect((await problemOf(await put(pack()))).message).toBe(used);
  expect((await problemOf(await staff.write('DELETE', path))).message).toBe(used);
  await database.db.update(businesses).set({ properties: [] }).where(eq(businesses.id, fig.id));
  await answerOf(await put(pack()));
  expect((await read()).value.map(({ key }) => key)).toEqual(pack().map(({ key }) => key));
});

it('refuses names that are missing or twice there, other drawings, too much, and an old copy', async () => {
  const { put } = await town();
  const refused = async (...list: unknown[]) => (await problemOf(await put(list))).fields;
  expect(await refused({ ...delivery, name: ' ' }, seating, wheelchair, spanish)).toEqual({
    '0.name': 'Please fill this in',
  });
  expect(await refused(...pack(), { ...sauna, name: 'DELIVERY' })).toEqual({ '4.name': 'Another one has this name' });
  expect(await refused(...pack(), { ...sauna, icon: 'skull' })).toEqual({ '4.icon': 'Please choose a drawing' });
  expect(await refused(...pack(), { ...sauna, words: ['x'.repeat(61)] })).toEqual({
    '4.words.0': 'Please use at most 60 characters',
  });
  expect(await refused(...pack(), { ...sauna, words: Array.from({ length: 31 }, (_, at) => `w${at}`) })).toEqual({
    '4.words': 'At most 30',
  });
  expect((await put('nonsense')).status).toBe(422);
  await answerOf(await put(pack()));
  expect((await put(pack(), null)).status).toBe(409);
});

it('reaches another process, and passes over what it cannot read', async () => {
  const { put } = await town();
  await answerOf(await put([spanish, { ...delivery, name: 'Brought home' }, seating, wheelchair]));
  const city = { ...aCity(), properties: aCity().properties.slice(0, 3) };
  await refreshCity(database.db, city);
  // A property that the pack has no more is the town's own from then on.
  expect(city.properties.map(({ name, categories }) => [name, categories.length])).toEqual([
    ['Se habla español', 0],
    ['Brought home', 1],
    ['Outdoor seating', 1],
    ['Wheelchair accessible', 0],
  ]);
});

it('is for administrators', async () => {
  const { owner, visitor } = await town();
  expect((await owner.get(path)).status).toBe(403);
  expect((await visitor.get(path)).status).toBe(401);
});
