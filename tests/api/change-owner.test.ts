/** Staff give a listing to another owner, or take it from one, and may undo it. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import type { OwnBusinessSummary } from '#features/businesses/owner-contract.ts';
import { auditLog, businesses, claims, listingInvitations, listingManagers, users } from '#server/db/schema/index.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let olga: User;
let max: User;
let bo: User;
let bakery: Business;
let staff: TestBrowser;

const app = () => createApi(testServices(database));
const browserOf = async ({ id }: { id: string }) => new TestBrowser(app()).withSession(await aSession(database.db, id));
const own = async (person: User) =>
  (await answerOf<OwnBusinessSummary[]>(await (await browserOf(person)).get('/api/user/businesses'))).map(
    ({ id, isOwner }) => [id, isOwner],
  );
const mails = () => queuedMail(database.pool);
const change = (body: object) => staff.write('PUT', `/api/staff/businesses/${bakery.id}/owner`, { body });
const first = async () =>
  (await answerOf<{ first: string | null }>(await staff.get(`/api/staff/businesses/${bakery.id}/owner`))).first;
const undo = () => staff.post('/api/staff/undo', { body: { subjectId: bakery.id } });
const reason = 'She sold it to Max, and both wrote to us.';
const toMax = { email: 'MAX@example.com', reason };

beforeEach(async () => {
  const { db, pool } = database;
  await forgetQueuedMail(pool);
  const confirmed = { emailVerifiedAt: new Date() };
  olga = await aUser(db, { username: 'olga', email: 'olga@example.com', ...confirmed });
  max = await aUser(db, { username: 'max', email: 'Max@example.com', ...confirmed });
  bo = await aUser(db, { username: 'bo', email: 'bo@example.com', ...confirmed });
  staff = await browserOf(await aUser(db, { role: 'staff' }));
  bakery = await aBusiness(db, { name: 'Oak Bakery', ownerId: olga.id });
  const given = { businessId: bakery.id, invitedBy: olga.id };
  await db.insert(listingManagers).values({ ...given, userId: bo.id });
  const invitation = {
    kind: 'manager',
    email: 'ada@example.com',
    tokenHash: 'x',
    expiresAt: new Date('2099-01-01'),
  } as const;
  await db.insert(listingInvitations).values({ ...given, ...invitation });
});

it('both are told why, and the former owner and their managers are out', async () => {
  expect(await answerOf(await change(toMax))).toEqual({ owner: 'max' });
  expect([await own(max), await own(olga), await own(bo)]).toEqual([[[bakery.id, true]], [], []]);
  expect(await database.db.$count(listingInvitations)).toBe(0);
  const told = await mails();
  expect(told.map(({ to }) => to).toSorted()).toEqual(['Max@example.com', 'bo@example.com', 'olga@example.com']);
  for (const { to, text } of told) {
    expect(text).toContain(to === 'bo@example.com' ? 'You no longer manage the listing of Oak Bakery.' : reason);
    expect(text.includes('ask the new owner to invite you again')).toBe(to === 'bo@example.com');
  }
  expect((await database.db.select().from(auditLog)).map(({ action }) => action)).toEqual(['business.owner-changed']);
});

it('is undone with its mails for 30 seconds, managers and invitations and all', async () => {
  await answerOf(await change({ email: '', reason }));
  expect([await own(olga), await own(bo)]).toEqual([[], []]);
  await answerOf(await undo());
  expect([await own(olga), await own(bo)]).toEqual([[[bakery.id, true]], [[bakery.id, false]]]);
  expect(await database.db.$count(listingInvitations)).toBe(1);
  expect(await mails()).toEqual([]);
  await answerOf(await change(toMax));
  await database.db.update(businesses).set({ ownerId: null });
  expect((await undo()).status).toBe(409);
});

describe('is refused', () => {
  it('for strangers, unconfirmed and banned people, and without a reason', async () => {
    const ofMax = eq(users.id, max.id);
    expect((await change({ email: 'nobody@example.com', reason })).status).toBe(422);
    expect((await change({ ...toMax, reason: ' ' })).status).toBe(422);
    expect((await change({ email: 'olga@example.com', reason })).status).toBe(409);
    await database.db.update(users).set({ emailVerifiedAt: null }).where(ofMax);
    expect((await change(toMax)).status).toBe(422);
    await database.db.update(users).set({ emailVerifiedAt: new Date(), bannedAt: new Date() }).where(ofMax);
    expect((await change(toMax)).status).toBe(422);
  });

  it('for a reason of two letters, and not for one of three', async () => {
    expect((await change({ ...toMax, reason: 'no' })).status).toBe(422);
    expect((await change({ ...toMax, reason: 'yes' })).status).toBe(200);
  });

  it('while a claim waits', async () => {
    const claim = { userId: max.id, plan: 'standard', amountCents: 2500, status: 'in_review' } as const;
    await database.db.insert(claims).values({ ...claim, businessId: bakery.id, expiresAt: new Date('2099-01-01') });
    expect((await change(toMax)).status).toBe(409);
    expect(await first()).toBe('open-claim');
    await database.db.delete(claims);
    expect(await first()).toBeNull();
  });
});
