/** A merge is undone within 30 seconds: both listings are as they were, with all that belongs to them. */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import {
  auditLog,
  businessDays,
  businesses,
  businessMessages,
  businessPhotos,
  businessSearchDays,
  businessSlugs,
  claims,
  conversationPosts,
  conversations,
  corrections,
  events,
  listingManagers,
  offers,
  recommendations,
  reports,
  statisticsLetters,
} from '#server/db/schema/index.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { anEvent } from '#tests/factories/an-event.ts';
import { found } from '#tests/support/found.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let now: number;
let staff: TestBrowser;
let olga: User;
let goes: Business;
let stays: Business;

const day = '2026-11-20';
const far = '2099-01-01';

/** Two listings of one place; everything that can belong to one belongs to the one that goes. */
beforeEach(async () => {
  const { db, pool } = database;
  await forgetQueuedMail(pool);
  now = Date.now();
  const app = createApi(testServices(database, { now: () => new Date(now) }));
  staff = new TestBrowser(app).withSession(await aSession(db, (await aUser(db, { role: 'staff' })).id));
  olga = await aUser(db, { email: 'olga@example.com' });
  const max = await aUser(db);
  goes = await aBusiness(db, {
    ...{ slug: 'the-bakery', name: 'The Bakery', phone: '(210) 555-0142', ownerId: olga.id },
    ...{ latitude: 29.47, longitude: -98.48, placeBy: 'owner', hours: { mon: [['09:00', '17:00']] } },
    ...{ imageUrl: '/media/front.webp', logoUrl: '/media/logo.webp', properties: ['delivery'] },
    approvedAt: new Date('2026-03-01T10:00:00Z'),
  });
  stays = await aBusiness(db, { slug: 'bakery', name: 'Bakery', imageUrl: '/media/a.webp', logoUrl: '/media/b.webp' });
  const of = { businessId: goes.id };
  const ofStays = { businessId: stays.id };
  await db.insert(businessSlugs).values({ slug: 'bakery-of-old', ...of });
  await db.insert(businessPhotos).values([
    { ...of, url: '/media/oven.webp', position: 0 },
    { ...ofStays, url: '/media/door.webp', position: 0 },
  ]);
  await db.insert(reports).values({ ...of, reason: 'duplicate' });
  await db.insert(corrections).values({ ...of, field: 'phone', right: '1', source: 'The door' });
  await db.insert(businessMessages).values({ ...of, name: 'Ada', text: 'Hello', email: 'ada@example.com' });
  const good = { email: 'ada@example.com', name: 'Ada', status: 'shown', confirmedAt: new Date() } as const;
  // Ada's word for the kept listing stands; the other goes with the merge.
  await db.insert(recommendations).values([
    { ...good, ...of, text: 'Good rolls' },
    { ...good, ...ofStays, text: 'Good bread' },
    { ...good, ...of, email: 'bo@example.com' },
  ]);
  const offer = { title: 'Two for one', until: far };
  await db.insert(offers).values([offer, offer, offer].map((each) => ({ ...each, ...ofStays })));
  await db.insert(offers).values([
    { ...of, ...offer, title: 'No room' },
    { ...of, title: 'Over', until: '2026-01-01' },
  ]);
  await anEvent(db, { ...of, startsAt: new Date(now + 9e8) });
  const claim = { userId: max.id, plan: 'standard', amountCents: 2500, expiresAt: new Date(now + 9e6) } as const;
  await db.insert(claims).values([
    { ...of, ...claim, status: 'in_review' },
    { ...ofStays, ...claim, status: 'in_review' },
  ]);
  const place = { userId: max.id, invitedBy: olga.id };
  await db.insert(listingManagers).values({ ...of, ...place });
  await db.insert(statisticsLetters).values([
    { ...of, userId: olga.id },
    { ...ofStays, userId: max.id },
  ]);
  await db.insert(businessDays).values([
    { ...of, day, views: 5, phone: 1 },
    { ...of, day: '2026-11-19', views: 7 },
    { ...ofStays, day, views: 30, map: 2 },
  ]);
  await db.insert(businessSearchDays).values([
    { ...of, day, term: 'bread', shown: 2 },
    { ...of, day, term: 'rolls', shown: 1 },
    { ...ofStays, day, term: 'bread', shown: 4 },
  ]);
});

const tables = {
  ...{ businesses, businessSlugs, businessPhotos, reports, corrections, businessMessages, recommendations, offers },
  ...{ events, claims, listingManagers, statisticsLetters, businessDays, businessSearchDays },
};

/** Every row of each table, but for the kept listing's version and time. */
async function everything() {
  const all: Record<string, string[]> = {};
  for (const [name, table] of Object.entries(tables)) {
    const { rows } = await database.db.execute<{ row: object }>(sql`select to_jsonb(t) as row from ${table} t`);
    all[name] = rows
      .map(({ row }) => JSON.stringify({ ...row, ...('version' in row ? { version: 0, updated_at: '' } : {}) }))
      .toSorted();
  }
  return all;
}

const merge = async () =>
  answerOf(await staff.post(`/api/staff/businesses/${goes.id}/merge`, { body: { into: stays.id, reason: 'Twice' } }));
const undo = () => staff.post('/api/staff/undo', { body: { subjectId: stays.id } });

it('brings back the listing that went, and all that had moved', async () => {
  const before = await everything();
  await merge();
  expect(await everything()).not.toEqual(before);
  expect((await queuedMail(database.pool)).map(({ to }) => to)).toEqual([olga.email]);
  now += 29_000;
  await answerOf(await undo());
  expect(await everything()).toEqual(before);
  expect(await queuedMail(database.pool)).toEqual([]);
  const lines = await database.db.select().from(auditLog).where(eq(auditLog.action, 'business.undone'));
  expect(lines.map(({ subjectId }) => subjectId).toSorted()).toEqual([goes.id, stays.id].toSorted());
  const page = new TestBrowser(createApi(testServices(database)));
  for (const { slug } of [goes, stays]) expect((await page.get(`/api/businesses/${slug}`)).status).toBe(200);
  expect((await undo()).status).toBe(409);
});

it('keeps what came meanwhile, and what its writer took back', async () => {
  await merge();
  await database.db.insert(reports).values({ businessId: stays.id, reason: 'other' });
  await database.db.update(businessDays).set({ views: sql`views + 1` });
  await database.db.delete(recommendations).where(eq(recommendations.email, 'bo@example.com'));
  await database.db.delete(listingManagers);
  await answerOf(await undo());
  const reported = await database.db.select().from(reports);
  expect(reported.map(({ businessId }) => businessId).toSorted()).toEqual([goes.id, stays.id].toSorted());
  const counted = await database.db.select().from(businessDays).where(eq(businessDays.businessId, stays.id));
  expect(counted.map(({ views }) => views).toSorted()).toEqual([1, 31]);
  expect(await database.db.$count(recommendations, eq(recommendations.email, 'bo@example.com'))).toBe(0);
  expect(await database.db.$count(listingManagers)).toBe(0);
});

it('is refused after an edit, after a change of owner, and after 30 seconds', async () => {
  const kept = async () => found((await database.db.select().from(businesses))[0], 'the listing');
  await merge();
  const { version } = await kept();
  await database.db.update(businesses).set({ version: version + 1 });
  expect(await problemOf(await undo())).toMatchObject({ status: 409, message: expect.stringMatching(/changed since/) });
  await database.db.update(businesses).set({ version, ownerId: null });
  expect((await undo()).status).toBe(409);
  await database.db.update(businesses).set({ ownerId: olga.id });
  now += 36_000;
  expect((await undo()).status).toBe(409);
  expect((await kept()).id).toBe(stays.id);
});

it('brings back what staff and its sender said about it', async () => {
  const { db } = database;
  const talk = { id: goes.id, kind: 'listing', lastWord: 'us', awaitsReply: true } as const;
  await db.insert(conversations).values(talk);
  await db.insert(conversationPosts).values({ conversationId: goes.id, kind: 'answer', text: 'Is the shop in town?' });
  const said = async () => [
    await db.select().from(conversations).where(eq(conversations.id, goes.id)),
    await db.select().from(conversationPosts).where(eq(conversationPosts.conversationId, goes.id)),
  ];
  const before = await said();
  await answerOf(await staff.post(`/api/staff/businesses/${goes.id}/merge`, { body: { into: stays.id } }));
  expect(await said()).toEqual([[], []]);
  await answerOf(await staff.post('/api/staff/undo', { body: { subjectId: stays.id } }));
  expect(await said()).toEqual(before);
});
