/** An administrator deletes a listing for good. */
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it, test } from 'vitest';
import { createApi } from '#app/api/api.ts';
import type { BusinessDeletion } from '#features/businesses/staff-contract.ts';
import { sweepPictures } from '#features/pictures/server/sweep-pictures.ts';
import type { Database } from '#server/db/client.ts';
import {
  auditLog,
  businesses,
  businessMessages,
  businessPhotos,
  businessSlugs,
  claims,
  conversations,
  events,
  listingOrders,
  recommendations,
  subscriptions,
} from '#server/db/schema/index.ts';
import { filesOf } from '#server/storage/site-files.ts';
import { storePicture } from '#server/storage/store-picture.ts';
import type { StaffRight } from '#shared/staff-rights.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { anEvent } from '#tests/factories/an-event.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let db: Database;
let folder: string;
let services: ReturnType<typeof testServices>;
let app: ReturnType<typeof createApi>;
let staffId: string;
let staff: TestBrowser;

beforeEach(async () => {
  ({ db } = database);
  folder = await mkdtemp(join(tmpdir(), 'alameda-data-'));
  services = testServices(database, { env: { DATA_DIR: folder } });
  app = createApi(services);
  staffId = (await aUser(db, { role: 'staff' })).id;
  staff = new TestBrowser(app).withSession(await aSession(db, staffId));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const path = (id: string) => `/api/staff/businesses/${id}/deletion`;
const look = async (id: string) => answerOf<BusinessDeletion>(await staff.get(path(id)));
const remove = (id: string, name: string, by = staff) => by.post(path(id), { body: { name } });
const stored = (id: string) => db.select().from(businesses).where(eq(businesses.id, id));
const hiddenBakery = (given: Parameters<typeof aBusiness>[1] = {}) =>
  aBusiness(db, { name: 'Joe’s Café & Bar', status: 'hidden', ...given });

it('takes the listing with all that belongs to it, and keeps what others have', async () => {
  const { id, slug } = await hiddenBakery({ address: '12 Oak Street' });
  const visitor = { name: 'Ada', email: 'ada@mail.example.com', text: 'Good bread' };
  await db.insert(recommendations).values({ businessId: id, status: 'shown', ...visitor });
  const [message] = await db
    .insert(businessMessages)
    .values({ businessId: id, ...visitor })
    .returning();
  await db.insert(conversations).values({ id: message?.id ?? '', kind: 'business' });
  await db.insert(businessSlugs).values({ slug: 'joes-former', businessId: id });
  const event = await anEvent(db, { startsAt: new Date(), businessId: id });
  const refunded = { plan: 'standard', amountCents: 4900, status: 'withdrawn', businessId: id } as const;
  await db.insert(listingOrders).values(refunded);
  const sample = { id: 'sample_joes', kind: 'claim_premium', status: 'active', businessId: id } as const;
  const ended = { id: 'sub_1', kind: 'claim_standard', status: 'canceled', businessId: id } as const;
  await db.insert(subscriptions).values([sample, { ...ended, endedAt: new Date() }]);
  expect(await look(id)).toEqual({
    first: [],
    owner: null,
    goes: { picture: 0, recommendation: 1, message: 1, announcement: 0, offer: 0, report: 0 },
  });

  expect(await answerOf(await remove(id, 'joe’s cafe and bar'))).toEqual({ message: 'Joe’s Café & Bar is deleted.' });
  expect(await stored(id)).toEqual([]);
  for (const table of [recommendations, businessMessages, businessSlugs, conversations]) {
    expect(await db.$count(table)).toBe(0);
  }
  expect(await db.select().from(events)).toMatchObject([{ id: event.id, businessId: null }]);
  expect(await db.select().from(listingOrders)).toMatchObject([{ amountCents: 4900, businessId: null }]);
  expect(await db.select().from(subscriptions)).toMatchObject([{ id: 'sub_1', businessId: null }]);
  const [entry] = await db.select().from(auditLog).where(eq(auditLog.action, 'business.deleted'));
  expect(entry).toMatchObject({
    ...{ actorId: staffId, subjectType: 'business', subjectId: id },
    data: { name: 'Joe’s Café & Bar', address: '12 Oak Street', slug, status: 'hidden' },
  });
  expect((await remove(id, 'Joe’s Café & Bar')).status).toBe(404);
  expect((await staff.get(path(id))).status).toBe(404);
});

it('leaves its pictures to the nightly sweep, which takes them and no other', async () => {
  const { uploads } = filesOf(services.env);
  const picture = async (side: number) => {
    const create = { width: side, height: side, channels: 3 as const, background: '#b5532f' };
    const bytes = await sharp({ create }).png().toBuffer();
    return (await storePicture(new Uint8Array(bytes), uploads)).src;
  };
  const [logo, photo, shared] = [await picture(40), await picture(50), await picture(60)];
  const { id } = await hiddenBakery({ logoUrl: logo, imageUrl: photo });
  await db.insert(businessPhotos).values([
    { businessId: id, url: photo, position: 1 },
    { businessId: id, url: shared, position: 2 },
  ]);
  await aBusiness(db, { imageUrl: shared });
  expect((await look(id)).goes.picture).toBe(3);
  await answerOf(await remove(id, 'Joe’s Café & Bar'));
  const files = await readdir(join(folder, 'uploads'));
  for (const file of files) await utimes(join(folder, 'uploads', file), 0, 0);
  await sweepPictures(services);
  const left = await readdir(join(folder, 'uploads'));
  const nameOf = (src: string) => /\/media\/u\/([\w-]+)/.exec(src)?.[1];
  expect(new Set(left.map((file) => file.split('.')[0]))).toEqual(new Set([nameOf(shared)]));
});

it('tells every process to forget the pages that showed it', async () => {
  const { id } = await hiddenBakery();
  const client = await database.pool.connect();
  const heard: string[] = [];
  client.on('notification', ({ payload }) => heard.push(payload ?? ''));
  await client.query('listen content_changes');
  await answerOf(await remove(id, 'Joe’s Café & Bar'));
  await client.query('select 1');
  client.release(true);
  for (const tag of ['businesses', 'categories', 'missing', `business:${id}`]) expect(heard.join()).toContain(tag);
});

const first: [string, (id: string) => Promise<unknown>, string][] = [
  [
    'is in the directory',
    (id) => db.update(businesses).set({ status: 'approved' }).where(eq(businesses.id, id)),
    'It is in the directory. Hide it first.',
  ],
  [
    'waits for a decision',
    (id) => db.update(businesses).set({ status: 'pending' }).where(eq(businesses.id, id)),
    'It waits for a decision. Reject it first.',
  ],
  [
    'has an owner',
    async (id) => {
      const owner = await aUser(db, { username: 'olga' });
      await db.update(businesses).set({ ownerId: owner.id }).where(eq(businesses.id, id));
    },
    'olga owns it. Give it to nobody first, under Change owner.',
  ],
  [
    'is claimed',
    (id) =>
      db.insert(claims).values({
        ...{ businessId: id, plan: 'standard', amountCents: 2500, status: 'in_review' },
        expiresAt: new Date(),
      }),
    'Somebody has claimed it. Decide on the claim first.',
  ],
  [
    'is paid for',
    (id) => db.insert(subscriptions).values({ id: 'sub_1', kind: 'claim_standard', businessId: id, status: 'active' }),
    'A paid plan runs for it. End it under Billing first.',
  ],
  [
    'is ordered',
    (id) => db.insert(listingOrders).values({ plan: 'standard', amountCents: 4900, status: 'paid', businessId: id }),
    'A paid order waits for it. Set the listing up or give the money back under Orders first.',
  ],
  [
    'has the Premium of an order',
    (id) =>
      db.insert(listingOrders).values({
        ...{ plan: 'premium', amountCents: 9900, status: 'handled', businessId: id },
        premiumUntil: new Date('2096-07-04T18:00:00Z'),
      }),
    'Premium of a paid order runs for it until July 4, 2096. Give the money back under Orders first, or wait until then.',
  ],
];

test.each(first)('one that %s stays, and the answer says what to do first', async (_, make, sentence) => {
  const { id } = await hiddenBakery();
  await make(id);
  expect((await look(id)).first).toEqual([sentence]);
  expect(await problemOf(await remove(id, 'Joe’s Café & Bar'))).toMatchObject({
    ...{ status: 409, code: 'conflict', message: sentence },
  });
  expect(await stored(id)).toHaveLength(1);
});

it('an example with a made-up plan is given to nobody, then deleted', async () => {
  const owner = await aUser(db, { username: 'rosa' });
  const { id } = await hiddenBakery({ ownerId: owner.id });
  const plan = { id: 'sample_joes', kind: 'claim_premium', status: 'active', userId: owner.id } as const;
  await db.insert(subscriptions).values({ ...plan, businessId: id });
  expect((await look(id)).first).toEqual(['rosa owns it. Give it to nobody first, under Change owner.']);
  const body = { email: '', reason: 'It was an example.' };
  await answerOf(await staff.write('PUT', `/api/staff/businesses/${id}/owner`, { body }));
  await answerOf(await remove(id, 'Joe’s Café & Bar'));
  expect([await stored(id), await db.$count(subscriptions)]).toEqual([[], 0]);
});

it('a rejected one goes although its sender has it, and the page says whose it is', async () => {
  const owner = await aUser(db, { username: 'nelson' });
  const { id } = await hiddenBakery({ ownerId: owner.id, status: 'rejected' });
  expect(await look(id)).toMatchObject({ first: [], owner: 'nelson' });
  await answerOf(await remove(id, 'Joe’s Café & Bar'));
  expect(await stored(id)).toEqual([]);
});

it('needs its name, and says it at the field', async () => {
  const { id } = await hiddenBakery({ status: 'rejected' });
  expect(await problemOf(await remove(id, 'Joe'))).toMatchObject({
    ...{ status: 422, code: 'invalid' },
    fields: { name: 'This is not its name. Please type: Joe’s Café & Bar' },
  });
  expect(await problemOf(await remove(id, ' '))).toMatchObject({ fields: { name: expect.any(String) } });
  const { id: odd } = await hiddenBakery({ name: '!?' });
  expect((await remove(odd, '??')).status).toBe(422);
  expect((await remove(odd, '!?')).status).toBe(200);
  expect(await stored(id)).toHaveLength(1);
});

it('is for administrators alone', async () => {
  const { id, name } = await hiddenBakery();
  const out = new TestBrowser(app);
  expect([(await out.get(path(id))).status, (await remove(id, name, out)).status]).toEqual([401, 401]);
  for (const rights of [['moderator'], ['editor', 'treasurer']] as StaffRight[][]) {
    const member = await aUser(db, { role: 'staff', rights });
    const browser = new TestBrowser(app).withSession(await aSession(db, member.id));
    expect([(await browser.get(path(id))).status, (await remove(id, name, browser)).status]).toEqual([403, 403]);
  }
  expect(await stored(id)).toHaveLength(1);
});
