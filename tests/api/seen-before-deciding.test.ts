/** An open form of staff says what it was filled in about: where a colleague has changed that since, nothing is done, and the person is told. */

import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { QueueItem } from '#features/approvals/contract.ts';
import type { Conversation } from '#features/conversations/contract.ts';
import { businesses, claims, contactMessages, recommendations } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { only } from '#tests/support/found.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
let office: StaffOffice;
let marias: TestBrowser;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  office = await aStaffOffice(database);
  const maria = await aUser(database.db, { role: 'staff', username: 'maria' });
  marias = new TestBrowser(office.app).withSession(await aSession(database.db, maria.id));
});

const put = (by: TestBrowser, path: string, body: object) => by.write('PUT', path, { body });

it('a recommendation that a colleague has hidden is not shown from a line that is still open', async () => {
  const { id: businessId } = await aBusiness(database.db);
  const row = {
    businessId,
    name: 'Carla',
    email: 'carla@example.org',
    text: 'Best casino',
    status: 'waiting',
  } as const;
  const { id } = only(await database.db.insert(recommendations).values(row).returning(), 'recommendation');
  const decide = (by: TestBrowser, shown: boolean, was?: string) =>
    put(by, `/api/staff/recommendations/${id}`, { shown, was });
  await answerOf(await decide(marias, false, 'waiting'));
  expect(await problemOf(await decide(office.staff, true, 'waiting'))).toMatchObject({
    status: 409,
    message: 'maria hid it just now.',
  });
  const status = async () => only(await database.db.select().from(recommendations), 'recommendation').status;
  expect(await status()).toBe('hidden');
  // The same decision twice changes nothing; seen, it may be turned.
  await answerOf(await decide(office.staff, false, 'waiting'));
  await answerOf(await decide(office.staff, true, 'hidden'));
  expect(await status()).toBe('shown');
});

it('a listing goes from the owner who was seen, and from nobody else', async () => {
  const people = await Promise.all(
    ['xav', 'olive', 'zoe'].map((username) => aUser(database.db, { username, emailVerifiedAt: new Date() })),
  );
  const [first, second, third] = people as [User, User, User];
  const { id } = await aBusiness(database.db, { ownerId: first.id });
  const change = (by: TestBrowser, to: User, from?: string | null) =>
    put(by, `/api/staff/businesses/${id}/owner`, { email: to.email, reason: 'They have shown the lease.', from });
  await answerOf(await change(marias, second, first.id));
  expect(await problemOf(await change(office.staff, third, first.id))).toMatchObject({
    status: 409,
    message: 'maria changed its owner just now. Look at it again.',
  });
  const ownerId = async () =>
    only(await database.db.select().from(businesses).where(eq(businesses.id, id)), 'business').ownerId;
  expect(await ownerId()).toBe(second.id);
  await answerOf(await change(office.staff, third, second.id));
  expect(await ownerId()).toBe(third.id);
});

async function aMessage(): Promise<string> {
  const written = { name: 'Vera', email: 'vera@example.org', message: 'When are you open?' };
  return only(await database.db.insert(contactMessages).values(written).returning(), 'message').id;
}

it('an answer to a letter that a colleague has closed meanwhile is asked about, and goes out at the second click', async () => {
  const path = `/api/staff/conversations/${await aMessage()}`;
  const send = (isClosed: boolean) =>
    office.staff.post(`${path}/answers`, { body: { answer: 'At nine.', after: null, isClosed } });
  await answerOf(await marias.write('PUT', `${path}/state`, { body: { state: 'closed' } }));
  expect(await problemOf(await send(false))).toMatchObject({
    status: 409,
    message: 'maria closed this just now. Send yours, and open it again?',
    fields: { isClosed: 'true' },
  });
  expect(await queuedMail(database.pool)).toEqual([]);
  const { state } = await answerOf<Conversation>(await send(true));
  expect(state).toBe('answered');
  expect(await queuedMail(database.pool)).toHaveLength(1);
});

it('the line of the queue says who sees to it, and how many notes colleagues have left', async () => {
  const id = await aMessage();
  const line = async () =>
    only(await answerOf<QueueItem[]>(await office.staff.get(`/api/staff/queue?id=${id}`)), 'line');
  expect(await line()).toMatchObject({ assignee: null, notes: 0 });
  const path = `/api/staff/conversations/${id}`;
  for (const note of ['Called them.', 'No answer yet.']) {
    await answerOf(await marias.post(`${path}/notes`, { body: { note } }));
  }
  await answerOf(await marias.write('PUT', `${path}/assignee`, { body: { userId: office.staffUser.id } }));
  expect(await line()).toMatchObject({ assignee: office.staffUser.username, notes: 2 });
});

it('the mail to the colleague who is to see to it says what it is about', async () => {
  const olive = await aUser(database.db, { username: 'olive', email: 'olive@example.org' });
  const { id: businessId } = await aBusiness(database.db, { name: 'Bluebird Cleaners' });
  const [expiresAt, submittedAt] = [new Date(Date.now() + 86_400_000), new Date()];
  const claim = { businessId, userId: olive.id, plan: 'standard', amountCents: 0, status: 'in_review' } as const;
  const rows = await database.db
    .insert(claims)
    .values({ ...claim, expiresAt, submittedAt, dueAt: expiresAt })
    .returning();
  const bo = await aUser(database.db, { role: 'staff', username: 'bo', emailVerifiedAt: new Date() });
  await answerOf(await put(marias, `/api/staff/conversations/${only(rows, 'claim').id}/assignee`, { userId: bo.id }));
  const mail = only(await queuedMail(database.pool), 'mail');
  expect(mail).toMatchObject({ to: bo.email, subject: 'For you: the claim on Bluebird Cleaners, from olive' });
  expect(mail.text).toContain('maria asks you to see to the claim on Bluebird Cleaners, from olive.');
});
