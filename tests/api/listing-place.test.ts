/** The pin of a listing: people who may move it, refused places, and edits that keep it. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it, test } from 'vitest';
import type { Change } from '#features/approvals/contract.ts';
import { businesses } from '#server/db/schema/index.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import { aCity } from '#tests/factories/a-city.ts';
import { runImport, storeImportCategories } from '#tests/support/run-import.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
let office: StaffOffice;
beforeEach(async () => {
  office = await aStaffOffice(database);
  await storeImportCategories(database.db);
});

const here = { latitude: 29.51, longitude: -98.5 };
const there = { latitude: 29.515, longitude: -98.505 };

async function read(id: string): Promise<Business> {
  const [row] = await database.db.select().from(businesses).where(eq(businesses.id, id));
  if (!row) throw new Error('the listing is gone');
  return row;
}
const own = (given: Partial<Business> = {}) =>
  aBusiness(database.db, {
    ...{ ownerId: office.ownerUser.id, address: '1 Main Street', description: 'Ten letters and more.' },
    ...given,
  });
const formOf = ({ name, address, categoryId }: Business) => ({
  ...{ name, address, category: categoryId },
  description: 'Ten letters and more.',
});
const put = (business: Business, more: object, as = office.owner) =>
  as.write('PUT', `/api/businesses/${business.id}`, { body: { ...formOf(business), ...more } });

test.each([
  [{ latitude: 48.137, longitude: 11.575 }, 'latitude'],
  [{ latitude: '48.137', longitude: '11.575' }, 'latitude'],
  [{ latitude: 29.51 }, 'longitude'],
  [{ longitude: -98.5 }, 'latitude'],
  [{ latitude: 29.51, longitude: '' }, 'longitude'],
  [{ latitude: null, longitude: -98.5 }, 'latitude'],
  [{ latitude: 'north', longitude: -98.5 }, 'latitude'],
  [{ latitude: 29.51, longitude: '1e999' }, 'longitude'],
  [{ latitude: 29.51, longitude: -198.5 }, 'longitude'],
  [{ latitude: [29.51], longitude: -98.5 }, 'latitude'],
])('%o is refused at its field, and nothing is written', async (place, field) => {
  const business = await own(here);
  const answer = await put(business, place);
  expect(answer.status).toBe(422);
  const { fields } = (await answer.json()) as { fields: Record<string, string> };
  expect(Object.keys(fields)).toEqual([field]);
  expect(await read(business.id)).toEqual(business);
});

it('is put as numbers or as typed, stays where a form does not name it, and is taken off by empty fields', async () => {
  const business = await own();
  await answerOf(await put(business, { latitude: ' 29.51 ', longitude: '-98.5' }));
  expect(await read(business.id)).toMatchObject({ ...here, placeBy: 'owner' });
  await answerOf(await put(business, {}));
  expect(await read(business.id)).toMatchObject(here);
  await answerOf(await put(business, { latitude: '', longitude: null }));
  expect(await read(business.id)).toMatchObject({ latitude: null, longitude: null });
});

it('far from town, as an import brought it, stays when the rest is saved', async () => {
  const far = { latitude: 48.137, longitude: 11.575 };
  const business = await own(far);
  await answerOf(await put(business, { ...far, phone: '210-555-0133' }));
  expect(await read(business.id)).toMatchObject({ ...far, phone: '210-555-0133', placeBy: null });
});

it('moved by its owner is one line of the history, which staff put back', async () => {
  const business = await own(here);
  await answerOf(await put(business, { latitude: 29.51, longitude: -98.505 }));
  const [change] = await answerOf<Change[]>(await office.staff.get('/api/staff/changes'));
  expect(change?.fields).toMatchObject([
    { field: 'place', before: '29.51° north, 98.5° west', after: '29.51° north, 98.505° west' },
  ]);
  await answerOf(await office.staff.post(`/api/staff/changes/${change?.id}/undo`, { body: { fields: ['place'] } }));
  expect(await read(business.id)).toMatchObject(here);
});

it('that was set where none was is undone to none', async () => {
  const business = await own();
  await answerOf(await put(business, here));
  const [change] = await answerOf<Change[]>(await office.staff.get('/api/staff/changes'));
  expect(change?.fields).toMatchObject([{ field: 'place', before: '' }]);
  await answerOf(await office.staff.post(`/api/staff/changes/${change?.id}/undo`, { body: {} }));
  expect(await read(business.id)).toMatchObject({ latitude: null, longitude: null });
});

const file = (latitude: string, longitude: string, phone = '') =>
  runImport(
    database.pool,
    `source,source id,name,address,latitude,longitude,phone\na,1,Cafe,1 Main Street,${latitude},${longitude},${phone}\n`,
    { properties: aCity().properties },
  );
const imported = async () => {
  const [row] = await database.db.select().from(businesses);
  if (!row) throw new Error('nothing was imported');
  return row;
};

it('comes with an import and follows later ones, until staff move it', async () => {
  await file('29.51', '-98.5');
  expect(await imported()).toMatchObject(here);
  await file('29.512', '-98.502');
  const moved = await imported();
  expect(moved).toMatchObject({ latitude: 29.512, longitude: -98.502 });

  await answerOf(await put(moved, there, office.staff));
  await file('29.51', '-98.5', '(210) 555-0177');
  expect(await imported()).toMatchObject({ ...there, placeBy: 'staff', phone: '(210) 555-0177' });
});

it('that an owner has moved is left alone by an import, also after the owner is gone', async () => {
  await file('29.51', '-98.5');
  await database.db.update(businesses).set({ ownerId: office.ownerUser.id });
  await answerOf(await put(await imported(), there));
  await file('29.51', '-98.5');
  expect(await imported()).toMatchObject(there);
  await database.db.update(businesses).set({ ownerId: null });
  await file('29.51', '-98.5');
  expect(await imported()).toMatchObject(there);
});

it('of a merge is never made of two', async () => {
  const merge = async (goes: Business, stays: Business) => {
    await answerOf(await office.staff.post(`/api/staff/businesses/${goes.id}/merge`, { body: { into: stays.id } }));
    return read(stays.id);
  };
  const half = { latitude: 29.52, longitude: null };
  expect(await merge(await own({ ...there, placeBy: 'owner' }), await own(half))).toMatchObject({
    ...there,
    placeBy: 'owner',
  });
  expect(await merge(await own(half), await own(here))).toMatchObject({ ...here, placeBy: null });
  expect(await merge(await own(half), await own())).toMatchObject({ latitude: null, longitude: null });
});
