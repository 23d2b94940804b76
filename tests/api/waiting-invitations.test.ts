/** Invitations and hand-overs that wait for somebody: seen on the dashboard, accepted or declined. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import type { OwnBusinessSummary } from '#features/businesses/owner-contract.ts';
import type { ListingPeople, OwnInvitation } from '#features/managers/contract.ts';
import { auditLog, businesses, listingInvitations, users } from '#server/db/schema/index.ts';
import { dayMs } from '#shared/times.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { only } from '#tests/support/found.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
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
const invite = (email = 'max@example.com') => owner.post(path('invitations'), { body: { email } });
const handOver = (email = 'max@example.com') => owner.post(path('hand-over'), { body: { email } });
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

describe('what waits for a person', () => {
  const waiting = async (by = manager) => answerOf<OwnInvitation[]>(await by.get('/api/user/listing-invitations'));
  const acceptOwn = (id: string, by = manager) => by.post(`/api/user/listing-invitations/${id}/accept`);
  const decline = (id: string, by = manager) => by.write('DELETE', `/api/user/listing-invitations/${id}`);

  it('stands on the dashboard of the confirmed mailbox alone, and is accepted there', async () => {
    await invite();
    const cafe = await aBusiness(database.db, { name: 'Corner Cafe', ownerId: olga.id });
    await answerOf(
      await owner.post(`/api/user/businesses/${cafe.id}/hand-over`, { body: { email: 'MAX@example.com' } }),
    );
    const [first, second] = await waiting();
    expect([first, second]).toMatchObject([
      { business: 'Oak Bakery', kind: 'manager', by: 'olga' },
      { business: 'Corner Cafe', kind: 'owner', by: 'olga' },
    ]);
    expect(await waiting(owner)).toEqual([]);
    await database.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, max.id));
    expect(await waiting()).toEqual([]);
    expect((await acceptOwn(first?.id ?? '')).status).toBe(404);
    expect((await decline(first?.id ?? '')).status).toBe(404);
    await database.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, max.id));
    expect(await answerOf(await acceptOwn(first?.id ?? ''))).toEqual({ message: 'You now manage Oak Bakery.' });
    expect(await answerOf(await acceptOwn(second?.id ?? ''))).toEqual({ message: 'Corner Cafe is yours now.' });
    expect([await waiting(), (await own(manager)).map(({ name, isOwner }) => [name, isOwner]).toSorted()]).toEqual([
      [],
      [
        ['Corner Cafe', true],
        ['Oak Bakery', false],
      ],
    ]);
    expect((await acceptOwn(first?.id ?? '')).status).toBe(404);
  });

  it('is gone once it was taken back, is too old, or its sender has lost the listing or is banned', async () => {
    await invite();
    const [{ id } = { id: '' }] = await waiting();
    await database.db.update(users).set({ bannedAt: new Date() }).where(eq(users.id, olga.id));
    expect([await waiting(), (await acceptOwn(id)).status]).toEqual([[], 404]);
    await database.db.update(users).set({ bannedAt: null }).where(eq(users.id, olga.id));
    time = new Date(Date.now() + 8 * dayMs);
    expect([await waiting(), (await decline(id)).status]).toEqual([[], 404]);
    time = new Date();
    await database.db.update(businesses).set({ ownerId: null });
    expect([await waiting(), (await decline(id)).status]).toEqual([[], 404]);
  });

  it.each([
    ['manager', invite, 'max@example.com does not want to manage the listing of Oak Bakery.'],
    ['owner', handOver, 'max@example.com does not want to take the listing of Oak Bakery over.'],
  ] as const)('is declined, which its sender hears by mail: %s', async (_, send, sentence) => {
    await send();
    const [{ id } = { id: '' }] = await waiting();
    await forgetQueuedMail(database.pool);
    expect(await answerOf(await decline(id))).toEqual({ message: 'You declined. olga is told by mail.' });
    const mail = only(await mails(), 'mail');
    expect([mail.to, mail.subject]).toEqual([
      'olga@example.com',
      'max@example.com declined your invitation to Oak Bakery',
    ]);
    expect(mail.text.replaceAll(/\s+/g, ' ')).toContain(sentence);
    expect((await people()).invitations).toEqual([]);
    expect([(await decline(id)).status, (await acceptOwn(id)).status]).toEqual([404, 404]);
    expect(await actions()).toContain('business.invitation-declined');
  });

  it('is declined by the mailed link, also by somebody without an account', async () => {
    await invite();
    const [link, stranger] = [await token(), new TestBrowser(createApi(testServices(database)))];
    const say = (given: string) => stranger.post('/api/listing-invitations/decline', { body: { token: given } });
    expect((await say('nothing')).status).toBe(404);
    expect(await answerOf(await say(link))).toEqual({ message: 'You declined. olga is told by mail.' });
    expect((await say(link)).status).toBe(404);
    expect([(await accept()).status, await waiting()]).toEqual([404, []]);
    expect((await mails()).at(-1)).toMatchObject({ to: 'olga@example.com' });
  });

  it('is accepted or declined, whichever comes first', async () => {
    await invite();
    const [{ id } = { id: '' }] = await waiting();
    const both = await Promise.all([acceptOwn(id), decline(id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });
});

describe('a sign-up with the token of an invitation', () => {
  const stranger = () => new TestBrowser(createApi({ ...testServices(database), now: () => time }), '192.0.2.9');
  const signUp = async (more: object = {}) => {
    const body = { username: 'nina', email: 'nina@example.com', password: 'under the live oaks', ...more };
    return answerOf<{ emailVerified: boolean }>(await stranger().post('/api/auth/register', { body }));
  };
  const verified = async () => only(await database.db.select().from(users).where(eq(users.username, 'nina')), 'user');
  beforeEach(async () => {
    await answerOf(await invite('Nina@example.com'));
  });

  it('that went to that mailbox confirms it, without a second mail', async () => {
    const invitation = await token();
    await forgetQueuedMail(database.pool);
    expect(await signUp({ invitation })).toMatchObject({ emailVerified: true });
    expect(await mails()).toEqual([]);
    expect(await verified()).toMatchObject({ emailVerifiedAt: time });
    const lines = await database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.actorId, (await verified()).id));
    expect(lines.map(({ action }) => action)).toEqual(['account.registered', 'account.email-verified']);
  });

  it.each([
    ['another mailbox', async () => ({ email: 'nora@example.com', invitation: await token() })],
    ['a token that is not ours', () => ({ invitation: 'x'.repeat(43) })],
    ['an empty one', () => ({ invitation: '' })],
    ['none', () => ({})],
  ])('with %s confirms nothing, and mails the link', async (_, more) => {
    const typed = await more();
    await forgetQueuedMail(database.pool);
    expect(await signUp(typed)).toMatchObject({ emailVerified: false });
    expect((await mails()).map(({ subject }) => subject)).toEqual([expect.stringContaining('Confirm your email')]);
    expect(await verified()).toMatchObject({ emailVerifiedAt: null });
  });

  it('that is too old, or was taken back, confirms nothing', async () => {
    const invitation = await token();
    time = new Date(time.getTime() + 8 * dayMs);
    expect(await signUp({ invitation })).toMatchObject({ emailVerified: false });
    await database.db.delete(users).where(eq(users.username, 'nina'));
    time = new Date();
    await database.db.delete(listingInvitations);
    expect(await signUp({ invitation })).toMatchObject({ emailVerified: false });
  });
});
