/** An owner invites managers, and hands a listing over to somebody who accepts. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import type { OwnMessage } from '#features/business-messages/own-contract.ts';
import type { OwnBusinessSummary } from '#features/businesses/owner-contract.ts';
import type { ListingPeople, SentHandOver } from '#features/managers/contract.ts';
import { sweepInvitations } from '#features/managers/server/invite.ts';
import {
  auditLog,
  businesses,
  businessMessages,
  listingInvitations,
  listingManagers,
  users,
} from '#server/db/schema/index.ts';
import { dayMs, hourMs } from '#shared/times.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { only } from '#tests/support/found.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let olga: User;
let max: User;
let owner: TestBrowser;
let manager: TestBrowser;
let bakery: Business;
let time: Date;

async function browserOf(user: User): Promise<TestBrowser> {
  const app = createApi({ ...testServices(database), now: () => time });
  return new TestBrowser(app).withSession(await aSession(database.db, user.id));
}

beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  time = new Date();
  const confirmed = { emailVerifiedAt: new Date() };
  olga = await aUser(database.db, { username: 'olga', email: 'olga@example.com', ...confirmed });
  max = await aUser(database.db, { username: 'max', email: 'Max@example.com', ...confirmed });
  owner = await browserOf(olga);
  manager = await browserOf(max);
  bakery = await aBusiness(database.db, { slug: 'oak-bakery', name: 'Oak Bakery', ownerId: olga.id });
});

const path = (more: string) => `/api/user/businesses/${bakery.id}/${more}`;
const invite = (email = 'max@example.com', by = owner) => by.post(path('invitations'), { body: { email } });
const handOver = (email = 'max@example.com', by = owner) => by.post(path('hand-over'), { body: { email } });
const mails = () => queuedMail(database.pool);
const token = async () => {
  const texts = (await mails()).map(({ text }) => /listing-invitation\?token=([\w-]+)/.exec(text)?.[1]);
  return texts.findLast((found) => found !== undefined) ?? '';
};
const accept = async (by = manager) => by.post('/api/listing-invitations', { body: { token: await token() } });
const people = async (by = owner) => answerOf<ListingPeople>(await by.get(path('people')));
const own = async (by: TestBrowser) => answerOf<OwnBusinessSummary[]>(await by.get('/api/user/businesses'));
const actions = async () =>
  (await database.db.select().from(auditLog).where(eq(auditLog.subjectId, bakery.id))).map(({ action }) => action);

async function hired(): Promise<void> {
  await answerOf(await invite());
  await answerOf(await accept());
  await forgetQueuedMail(database.pool);
}

describe('a manager', () => {
  it('accepts by the mailed link, and then works on the listing', async () => {
    expect((await own(manager)).length).toBe(0);
    expect(await answerOf(await invite())).toMatchObject({
      managers: [],
      invitations: [{ kind: 'manager', email: 'max@example.com' }],
    });
    const link = `/api/listing-invitations?token=${await token()}`;
    expect(await answerOf(await new TestBrowser(createApi(testServices(database))).get(link))).toEqual({
      ...{ business: 'Oak Bakery', kind: 'manager', by: 'olga', email: 'max@example.com', paid: null },
    });
    expect(await answerOf(await accept())).toEqual({ message: 'You now manage Oak Bakery.' });
    expect((await accept()).status).toBe(404);
    expect(await own(manager)).toMatchObject([{ slug: 'oak-bakery', isOwner: false }]);
    expect(await own(owner)).toMatchObject([{ slug: 'oak-bakery', isOwner: true }]);
    expect((await mails()).map(({ to, subject }) => [to, subject])).toEqual([
      ['max@example.com', 'olga invites you to manage Oak Bakery'],
      ['olga@example.com', 'Oak Bakery has a new manager'],
    ]);
    const written = { businessId: bakery.id, name: 'Ada', email: 'ada@example.org', text: 'Rye?' };
    const { id } = only(await database.db.insert(businessMessages).values(written).returning(), 'message');
    expect(await answerOf<OwnMessage[]>(await manager.get('/api/user/messages'))).toMatchObject([{ text: 'Rye?' }]);
    expect((await manager.post(`/api/user/messages/${id}/answer`, { body: { answer: 'Yes.' } })).status).toBe(200);
    expect((await manager.get(path('statistics?period=30-days'))).status).toBe(200);
    expect(await people(manager)).toMatchObject({
      ...{ isOwner: false, invitations: [] },
      managers: [{ username: 'max', email: null }],
    });
    expect(await people()).toMatchObject({ managers: [{ username: 'max', email: 'Max@example.com' }] });
    const data = await (await manager.get('/api/account/data')).json();
    expect(data).toMatchObject({ manages: [{ business: 'Oak Bakery' }], messagesReceived: [], businesses: [] });
  });

  it('neither invites, removes others, hands over nor pays', async () => {
    await hired();
    const other = await aUser(database.db, { username: 'other' });
    await database.db.insert(listingManagers).values({ businessId: bakery.id, userId: other.id, invitedBy: olga.id });
    expect((await invite('x@example.com', manager)).status).toBe(404);
    expect((await handOver('x@example.com', manager)).status).toBe(404);
    expect((await manager.write('DELETE', path(`managers/${other.id}`))).status).toBe(404);
    expect((await manager.post('/api/upgrade', { body: { interval: 'month' } })).ok).toBe(false);
  });

  it('is removed by the owner, or leaves', async () => {
    await hired();
    expect((await owner.write('DELETE', path(`managers/${max.id}`))).status).toBe(200);
    expect((await manager.get(`/api/businesses/id/${bakery.id}`)).status).toBe(404);
    expect((await mails()).map(({ to }) => to).toSorted()).toEqual(['Max@example.com', 'olga@example.com']);
    await hired();
    expect((await manager.write('DELETE', path(`managers/${max.id}`))).status).toBe(200);
    expect(await own(manager)).toEqual([]);
    expect(await actions()).toEqual(
      expect.arrayContaining(['business.manager-invited', 'business.manager-added', 'business.manager-removed']),
    );
  });

  it('loses the place with the ownership of who gave it', async () => {
    await hired();
    await database.db.update(businesses).set({ ownerId: null });
    expect(await own(manager)).toEqual([]);
    const next = await aUser(database.db, { username: 'next' });
    await database.db.update(businesses).set({ ownerId: next.id });
    expect([await own(manager), (await people(await browserOf(next))).managers]).toEqual([[], []]);
  });
});

describe('an invitation', () => {
  it('is for the account of its mailbox alone, once that is confirmed', async () => {
    await invite();
    const other = await browserOf(await aUser(database.db, { username: 'eve', emailVerifiedAt: new Date() }));
    expect(await problemOf(await accept(other))).toMatchObject({ status: 409 });
    await database.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, max.id));
    expect(await problemOf(await accept())).toMatchObject({ status: 409, message: expect.stringMatching(/confirm/) });
    await database.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, max.id));
    expect((await accept()).status).toBe(200);
  });

  it('ends after 7 days, a hand-over after 72 hours, and is swept then', async () => {
    await invite('bo@example.com');
    await handOver();
    time = new Date(Date.now() + 73 * hourMs);
    expect((await accept()).status).toBe(404);
    await sweepInvitations(database.db, time);
    expect(await database.db.select().from(listingInvitations)).toMatchObject([{ email: 'bo@example.com' }]);
    await sweepInvitations(database.db, new Date(Date.now() + 8 * dayMs));
    expect(await database.db.$count(listingInvitations)).toBe(0);
  });

  it('is taken back, replaced by the next to the same mailbox, and counted up to ten', async () => {
    await invite();
    const first = await token();
    const again = await answerOf<ListingPeople>(await invite('MAX@example.com'));
    const { id } = only(again.invitations, 'invitation');
    expect((await manager.post('/api/listing-invitations', { body: { token: first } })).status).toBe(404);
    expect((await owner.write('DELETE', path(`invitations/${id}`))).status).toBe(200);
    expect((await owner.write('DELETE', path(`invitations/${id}`))).status).toBe(404);
    expect((await accept()).status).toBe(404);
    for (let n = 0; n < 10; n++) expect((await invite(`m${n}@example.com`)).status).toBe(200);
    expect((await invite('one-more@example.com')).status).toBe(409);
  });

  it('that is sent again ends the first link, which says so, as do the answer and the new mail', async () => {
    const newer = 'Only the link in this email works now';
    const lastText = async () => (await mails()).at(-1)?.text;
    const refusal = async (link: string, by = manager) =>
      problemOf(await by.post('/api/listing-invitations', { body: { token: link } }));
    expect(await answerOf(await invite())).toMatchObject({ replaced: null });
    expect(await lastText()).not.toContain(newer);
    const links = [await token()];
    expect(await answerOf(await invite('MAX@example.com'))).toMatchObject({ replaced: 'max@example.com' });
    expect(await lastText()).toContain(newer);
    links.push(await token());
    expect(await answerOf(await handOver())).toMatchObject({ replaced: null, invitations: [{}, { kind: 'owner' }] });
    expect(await answerOf(await invite())).toMatchObject({ replaced: expect.stringMatching(/^max@/i) });
    for (const link of links) {
      const told = {
        status: 404,
        message:
          'We sent you a newer email about this invitation, and only the link in that one works. Please open it there.',
      };
      expect(await refusal(link)).toMatchObject(told);
      const seen = await manager.get(`/api/listing-invitations?token=${link}`);
      expect(await problemOf(seen)).toMatchObject(told);
    }
    expect((await accept()).status).toBe(200);
    const spent = 'This invitation was used before, was taken back, or is too old.';
    for (const link of links) expect(await refusal(link)).toMatchObject({ status: 404, message: spent });
  });

  it('to a new owner, offered to somebody else, names whose link stopped working, and tells that one nothing', async () => {
    await handOver();
    const first = await token();
    expect(await answerOf(await handOver('bo@example.com'))).toMatchObject({ replaced: 'max@example.com' });
    expect((await mails()).find(({ to }) => to === 'bo@example.com')?.text).not.toContain('Only the link');
    expect(await problemOf(await manager.get(`/api/listing-invitations?token=${first}`))).toMatchObject({
      message: 'This invitation was used before, was taken back, or is too old.',
    });
  });

  it('is not sent to oneself, nor from an unconfirmed mailbox', async () => {
    expect((await invite('OLGA@example.com')).status).toBe(409);
    expect((await invite('nobody')).status).toBe(422);
    await database.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, olga.id));
    expect((await invite()).status).toBe(409);
    expect(await mails()).toEqual([]);
  });
});

describe('a hand-over', () => {
  it('moves the listing when the new owner accepts, ends other places, and tells all of them', async () => {
    const helper = await aUser(database.db, { username: 'helper' });
    await database.db.insert(listingManagers).values({ businessId: bakery.id, userId: helper.id, invitedBy: olga.id });
    await answerOf(await handOver());
    expect((await mails()).map(({ to }) => to)).toEqual(['max@example.com', 'olga@example.com']);
    expect(await own(owner)).toHaveLength(1);
    await forgetQueuedMail(database.pool);
    await answerOf(await handOver());
    expect(await answerOf(await accept())).toEqual({ message: 'Oak Bakery is yours now.' });
    expect([await own(owner), await own(manager)]).toMatchObject([[], [{ slug: 'oak-bakery', isOwner: true }]]);
    expect(await database.db.$count(listingManagers)).toBe(0);
    const told = (await mails()).slice(2);
    expect(told.map(({ to }) => to)).toEqual([helper.email, 'olga@example.com', 'Max@example.com']);
    const lost = async (by: TestBrowser) => answerOf<object[]>(await by.get('/api/user/lost-listings'));
    expect(await lost(await browserOf(helper))).toMatchObject([{ business: 'Oak Bakery' }]);
    expect([await lost(owner), await lost(manager)]).toEqual([[], []]);
    const taken = await database.db.select().from(auditLog).where(eq(auditLog.action, 'business.handed-over'));
    const again = {
      ...only(taken, 'row'),
      id: randomUUID(),
      at: new Date(),
      action: 'business.owner-changed' as const,
    };
    await database.db.insert(auditLog).values(again);
    expect(await lost(await browserOf(helper)), 'once, of the last time').toMatchObject([{ id: again.id }]);
    await database.db.update(businesses).set({ ownerId: olga.id });
    expect(await lost(await browserOf(helper)), 'the former owner has it back').toEqual([]);
    await database.db.update(businesses).set({ ownerId: null });
    await database.db.update(auditLog).set({ data: { ownerId: [olga.id, null], managers: [helper.id] } });
    expect(await lost(await browserOf(helper)), 'staff gave it to nobody').toEqual([]);
    expect(told[0]?.text).toContain('It has a new owner, and with the former one all managers have left it.');
    expect(await actions()).toContain('business.handed-over');
  });

  it('needs a fresh proof', async () => {
    time = new Date(Date.now() + 20 * 60_000);
    expect(await problemOf(await handOver())).toMatchObject({ status: 403, code: 'proof_needed' });
  });

  it('is offered to one at a time', async () => {
    await handOver('bo@example.com');
    expect((await answerOf<ListingPeople>(await handOver())).invitations).toMatchObject([{ email: 'max@example.com' }]);
  });

  it('stands on the dashboard of who offers it until it is taken back', async () => {
    const offers = async (by = owner) => answerOf<SentHandOver[]>(await by.get('/api/user/hand-overs'));
    await invite('mia@example.com');
    expect(await offers()).toEqual([]);
    await handOver();
    const [offer, ...more] = await offers();
    expect([offer, more]).toMatchObject([
      { email: 'max@example.com', business: { id: bakery.id, name: 'Oak Bakery' } },
      [],
    ]);
    expect(await offers(manager)).toEqual([]);
    await owner.write('DELETE', path(`invitations/${offer?.id}`));
    expect(await offers()).toEqual([]);
  });

  it('counts for nothing once its sender has lost the listing', async () => {
    await handOver();
    await database.db.update(businesses).set({ ownerId: null });
    expect((await accept()).status).toBe(404);
  });
});

it('keeps managers and open invitations when staff merge the listing into another', async () => {
  await hired();
  await answerOf(await invite('ada@example.com'));
  const twin = await aBusiness(database.db, { name: 'Oak Bakery too', ownerId: null });
  const staff = await browserOf(await aUser(database.db, { role: 'staff' }));
  await answerOf(await staff.post(`/api/staff/businesses/${bakery.id}/merge`, { body: { into: twin.id } }));
  expect((await own(manager)).map(({ id }) => id)).toEqual([twin.id]);
  const after = await answerOf<ListingPeople>(await owner.get(`/api/user/businesses/${twin.id}/people`));
  expect(after.managers.map(({ username }) => username)).toEqual(['max']);
  expect(
    (await database.db.select().from(listingInvitations)).map(({ businessId, email }) => [businessId, email]),
  ).toEqual([[twin.id, 'ada@example.com']]);
});
