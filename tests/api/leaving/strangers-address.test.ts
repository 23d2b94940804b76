/** Anybody may type an address: only a mailbox that the account has confirmed takes along what was sent with it. */
import { eq } from 'drizzle-orm';
import type { Hono } from 'hono';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { beforeDeletion } from '#app/wiring/before-deletion.ts';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { sweepUnconfirmed } from '#features/leaving/server/sweep-unconfirmed.ts';
import {
  auditLog,
  businesses,
  businessMessages,
  contactMessages,
  conversationPosts,
  conversations,
  corrections,
  eventSuggestions,
  heldReplies,
  listingInvitations,
  listingOrders,
  newsletterSubscribers,
  recommendations,
  reports,
  users,
} from '#server/db/schema/index.ts';
import type { ApiEnv, Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { mailedToken } from '#tests/support/mailed-link.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const password = 'under the live oaks';
const victim = 'vic@example.com';
const dayMs = 86_400_000;
let services: Services;
let app: Hono<ApiEnv>;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  services = testServices(database);
  app = createApi(services);
});

const signedIn = async ({ id }: User) => new TestBrowser(app).withSession(await aSession(database.db, id));
const remove = (browser: TestBrowser) => browser.post('/api/account/delete', { body: { password } });

/** Everything that somebody without an account can send, and what waits for that mailbox. */
async function sentByVictim(): Promise<void> {
  const { db } = database;
  const owner = await aUser(db, { emailVerifiedAt: new Date() });
  const { id: businessId } = await aBusiness(db, { ownerId: owner.id });
  const [letter] = await db.insert(contactMessages).values({ name: 'Vic', email: victim, message: 'Help' }).returning();
  if (letter === undefined) throw new Error('the message was not stored');
  await db.insert(conversations).values({ id: letter.id, kind: 'message' });
  const reply = { conversationId: letter.id, kind: 'reply', text: 'Me, too', fromAddress: victim } as const;
  await db.insert(conversationPosts).values(reply);
  await db
    .insert(recommendations)
    .values({ businessId, name: 'Vic', email: victim, text: 'Good.', status: 'shown' as const });
  const asked = { businessId, name: 'Vic', email: victim, text: 'Open today?' };
  const [message] = await db.insert(businessMessages).values(asked).returning();
  await db.insert(heldReplies).values({ messageId: message?.id ?? '', text: 'Hello?' });
  await db.insert(reports).values({ businessId, reason: 'other', email: victim, text: 'Closed' });
  await db
    .insert(corrections)
    .values({ businessId, field: 'phone', right: '210-555-0142', source: 'the door', email: victim });
  const event = { title: 'Porch', location: '', category: 'community', description: '', startsAt: new Date() } as const;
  await db.insert(eventSuggestions).values({ ...event, senderName: 'Vic', senderEmail: victim, status: 'waiting' });
  const invitation = { businessId, kind: 'manager', email: victim, tokenHash: 'x', invitedBy: owner.id } as const;
  await db.insert(listingInvitations).values({ ...invitation, expiresAt: new Date(Date.now() + dayMs) });
  const order = {
    plan: 'standard',
    amountCents: 4900,
    email: victim,
    status: 'paid',
    details: { about: 'Figs' },
  } as const;
  await db.insert(listingOrders).values({ ...order, createdAt: new Date() });
  await db.insert(newsletterSubscribers).values({ email: victim });
  const subject = { subjectType: 'business', subjectId: businessId };
  await writeAudit(db, { actorId: owner.id, action: 'business.edited', ...subject, data: { email: [null, victim] } });
  await enqueue(db, sendMail, { to: victim, subject: 'Your answer', text: `To ${victim}`, html: '' });
  await enqueue(db, sendMail, { to: 'staff@oakbend.example', subject: 'Review', text: `by ${victim}`, html: '' });
}

/** The rows of the victim as they are, without ids and times. */
async function sent() {
  const { db } = database;
  const mails = await queuedMail(database.pool);
  return {
    letters: (await db.select().from(contactMessages)).map(({ name, email, message }) => [name, email, message]),
    replies: (await db.select().from(conversationPosts)).map(({ text, fromAddress }) => [text, fromAddress]),
    recommended: (await db.select().from(recommendations)).map(({ name, email, status }) => [name, email, status]),
    asked: (await db.select().from(businessMessages)).map(({ name, email, text }) => [name, email, text]),
    held: (await db.select().from(heldReplies)).map(({ text }) => text),
    reported: (await db.select().from(reports)).map(({ email, text }) => [email, text]),
    corrected: (await db.select().from(corrections)).map(({ email }) => email),
    suggested: (await db.select().from(eventSuggestions)).map(({ senderName, senderEmail }) => [
      senderName,
      senderEmail,
    ]),
    invited: (await db.select().from(listingInvitations)).map(({ email }) => email),
    ordered: (await db.select().from(listingOrders)).map(({ email, details }) => [email, details]),
    readers: (await db.select().from(newsletterSubscribers)).map(({ email }) => email),
    audited: (await db.select().from(auditLog).where(eq(auditLog.action, 'business.edited'))).map(({ data }) => data),
    mailed: mails
      .filter(({ subject }) => subject === 'Your answer' || subject === 'Review')
      .map(({ to, text }) => [to, text]),
  };
}

const everything = {
  letters: [['Vic', victim, 'Help']],
  replies: [['Me, too', victim]],
  recommended: [['Vic', victim, 'shown']],
  asked: [['Vic', victim, 'Open today?']],
  held: ['Hello?'],
  reported: [[victim, 'Closed']],
  corrected: [victim],
  suggested: [['Vic', victim]],
  invited: [victim],
  ordered: [[victim, { about: 'Figs' }]],
  readers: [victim],
  audited: [{ email: [null, victim] }],
  mailed: [
    [victim, `To ${victim}`],
    ['staff@oakbend.example', `by ${victim}`],
  ],
};

const confirmed = async (email: string) =>
  aUser(database.db, { email, emailVerifiedAt: new Date(), passwordHash: await hashPassword(password) });

describe('what was sent with an address', () => {
  it('stays when an account goes that never confirmed it', async () => {
    await sentByVictim();
    const made = { username: 'mallory', email: 'Vic@Example.com', password };
    const browser = new TestBrowser(app);
    expect((await browser.post('/api/auth/register', { body: made })).status).toBe(201);
    const [mallory] = await database.db.select().from(users).where(eq(users.username, 'mallory'));
    expect((await queuedMail(database.pool)).some(({ subject }) => subject.startsWith('Confirm your'))).toBe(true);
    expect((await remove(browser)).status).toBe(200);
    expect(await database.db.$count(users, eq(users.id, mallory?.id ?? ''))).toBe(0);
    expect(await sent()).toEqual(everything);
    // The link of the deleted account leads nowhere, and the victim did not ask for it.
    expect((await queuedMail(database.pool)).some(({ subject }) => subject.startsWith('Confirm your'))).toBe(false);
  });

  it('stays when the site sweeps an account away that never confirmed it', async () => {
    await sentByVictim();
    const slip = await aUser(database.db, { email: victim, createdAt: new Date(Date.now() - 31 * dayMs) });
    await sweepUnconfirmed(services, beforeDeletion);
    expect(await database.db.$count(users, eq(users.id, slip.id))).toBe(0);
    expect(await sent()).toEqual(everything);
  });

  it('stays when an account goes that only asked to change to it', async () => {
    await sentByVictim();
    const mallory = await confirmed('mallory@example.com');
    const browser = await signedIn(mallory);
    expect((await browser.post('/api/account/email', { body: { email: victim, password } })).status).toBe(202);
    expect(await mailedToken(database.db, victim, 'verify-email')).not.toBe('');
    expect((await remove(browser)).status).toBe(200);
    expect(await sent()).toEqual(everything);
    expect(await mailedToken(database.db, victim, 'verify-email')).toBe('');
    const [asked] = await database.db.select().from(auditLog).where(eq(auditLog.action, 'account.email-change-asked'));
    expect(asked?.data).toEqual({ email: '(erased)' });
  });

  it('stays when an account goes that had it before, unconfirmed', async () => {
    await sentByVictim();
    const mallory = await aUser(database.db, { email: victim, passwordHash: await hashPassword(password) });
    const browser = await signedIn(mallory);
    const email = 'mallory@example.com';
    expect((await browser.post('/api/account/email', { body: { email, password } })).status).toBe(202);
    const token = await mailedToken(database.db, email, 'verify-email');
    expect((await browser.post('/api/auth/verify-email', { body: { token } })).status).toBe(200);
    expect((await remove(browser)).status).toBe(200);
    expect(await sent()).toEqual(everything);
  });

  it('goes with the account that has confirmed it', async () => {
    await sentByVictim();
    const browser = await signedIn(await confirmed(victim));
    expect((await remove(browser)).status).toBe(200);
    expect(await sent()).toEqual({
      ...{ letters: [], replies: [], recommended: [], suggested: [], invited: [], readers: [] },
      asked: [['(erased)', null, 'Open today?']],
      held: [],
      reported: [[null, 'Closed']],
      corrected: [null],
      ordered: [[victim, null]],
      audited: [{ email: [null, '(erased)'] }],
      mailed: [['staff@oakbend.example', 'by (erased)']],
    });
  });

  it.each([
    { of: 'of an earlier release, after a confirmation', before: ['account.email-verified'], left: 0 },
    { of: 'of an earlier release, of which nobody knows', before: [], left: 1 },
  ])('goes with a former mailbox of the account that was confirmed: $of', async ({ before, left }) => {
    const { db } = database;
    await db.insert(contactMessages).values({ name: 'Vic', email: victim, message: 'Help' });
    const vic = await confirmed('vic@example.org');
    const subject = { subjectType: 'user', subjectId: vic.id };
    for (const action of before) await writeAudit(db, { actorId: vic.id, action, ...subject });
    const data = { email: [victim, vic.email] };
    await writeAudit(db, { actorId: vic.id, action: 'account.email-changed', ...subject, data });
    expect((await remove(await signedIn(vic))).status).toBe(200);
    expect(await db.$count(contactMessages)).toBe(left);
  });
});

it('the address that an unconfirmed account has put on its own listing and into its own acts goes with it', async () => {
  const { db } = database;
  const slip = await aUser(db, { email: victim, passwordHash: await hashPassword(password) });
  const { id } = await aBusiness(db, { ownerId: slip.id, submittedById: slip.id, email: victim });
  const subject = { subjectType: 'business', subjectId: id };
  await writeAudit(db, { actorId: slip.id, action: 'business.edited', ...subject, data: { email: [null, victim] } });
  expect((await remove(await signedIn(slip))).status).toBe(200);
  expect((await db.select().from(businesses).where(eq(businesses.id, id)))[0]?.email).toBeNull();
  const [edit] = await db.select().from(auditLog).where(eq(auditLog.action, 'business.edited'));
  expect(edit?.data).toEqual({ email: [null, '(erased)'] });
});
