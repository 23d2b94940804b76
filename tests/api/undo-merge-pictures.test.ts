/** Two listings whose merge is undone late: each shows its own pictures, and none whose file is gone. */
import { asc, eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { businesses, businessPhotos } from '#server/db/schema/index.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { found } from '#tests/support/found.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const dayMs = 86_400_000;
let now: number;
let staff: TestBrowser;
let owner: TestBrowser;
let goes: Business;
let stays: Business;

beforeEach(async () => {
  const { db } = database;
  now = Date.now();
  const app = createApi(testServices(database, { now: () => new Date(now) }));
  const olga = await aUser(db);
  owner = new TestBrowser(app).withSession(await aSession(db, olga.id));
  staff = new TestBrowser(app).withSession(await aSession(db, (await aUser(db, { role: 'staff' })).id));
  goes = await aBusiness(db, { name: 'Bluebird', imageUrl: '/media/y.webp', logoUrl: '/media/logo-y.webp' });
  stays = await aBusiness(db, { name: 'Cicada', ownerId: olga.id, imageUrl: '/media/x.webp', logoUrl: null });
});

const addPhotos = (of: Business, ...names: string[]) =>
  database.db
    .insert(businessPhotos)
    .values(names.map((name, position) => ({ businessId: of.id, url: `/media/${name}.webp`, position })));
const photosOf = async ({ id }: Business) => {
  const isOf = eq(businessPhotos.businessId, id);
  return database.db.select().from(businessPhotos).where(isOf).orderBy(asc(businessPhotos.position));
};
const own = (rest: string) => `/api/businesses/${stays.id}/${rest}`;
const idOf = async (name: string) =>
  found((await photosOf(stays)).find(({ url }) => url === `/media/${name}.webp`)?.id, 'the photo');
const putFirst = async (name: string) =>
  answerOf(await owner.write('PUT', own('photos'), { body: { photos: [{ id: await idOf(name), alt: '' }] } }));
const remove = async (rest: string) => answerOf<{ undoId: string }>(await owner.write('DELETE', own(rest)));
const merge = async () =>
  answerOf(await staff.post(`/api/staff/businesses/${goes.id}/merge`, { body: { into: stays.id } }));

/** Ten days later: the picture of the card, the logo, and the photos. */
async function undone() {
  now += 10 * dayMs;
  const body = { merged: goes.id };
  await answerOf(await staff.post(`/api/staff/businesses/${stays.id}/undo-merge`, { body }));
  const read = async (one: Business) => {
    const [row] = await database.db.select().from(businesses).where(eq(businesses.id, one.id));
    const pictures = [row?.imageUrl, row?.logoUrl, ...(await photosOf(one)).map(({ url }) => url)];
    return pictures.map((url) => url?.replace(/^\/media\/|\.webp$/g, '') ?? null);
  };
  return { back: await read(goes), kept: await read(stays) };
}

it('each has its own again when the owner had put one of the other first', async () => {
  await addPhotos(goes, 'y', 'y2');
  await addPhotos(stays, 'x');
  await merge();
  await putFirst('y');
  expect(await undone()).toEqual({ back: ['y', 'logo-y', 'y', 'y2'], kept: ['x', null, 'x'] });
});

it('the one that comes back shows its next photo, and no logo, when the owner has removed those since', async () => {
  await addPhotos(goes, 'y', 'y2');
  await merge();
  await remove(`photos/${await idOf('y')}`);
  await remove('logo');
  expect(await undone()).toEqual({ back: ['y2', null, 'y2'], kept: ['x', null, 'x'] });
});

it('a photo that was removed and put back goes with its listing, also one that an import gave', async () => {
  await merge();
  const { undoId } = await remove(`photos/${await idOf('y')}`);
  await answerOf(await owner.post(own('pictures/undo'), { body: { undoId } }));
  expect(await undone()).toEqual({ back: ['y', 'logo-y', 'y'], kept: ['x', null, 'x'] });
});

it('the kept one has none again when it had none, whatever was arranged since', async () => {
  await database.db.update(businesses).set({ imageUrl: null }).where(eq(businesses.id, stays.id));
  await addPhotos(goes, 'y2');
  await merge();
  await putFirst('y2');
  expect(await undone()).toEqual({ back: ['y', 'logo-y', 'y2', 'y'], kept: [null, null] });
});

it('a picture that both had from an import stays with both', async () => {
  await database.db.update(businesses).set({ imageUrl: '/media/y.webp' }).where(eq(businesses.id, stays.id));
  await merge();
  expect(await undone()).toEqual({ back: ['y', 'logo-y'], kept: ['y', null] });
});
