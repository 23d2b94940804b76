/** A ban takes what waits from the person out of the queue in the same step, and its undo brings all of it back. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { PersonDetail } from '#features/accounts/people-contract.ts';
import { announcements, businesses, claims, corrections, eventSuggestions, users } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { only } from '#tests/support/found.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
let office: StaffOffice;
let spammer: User;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  office = await aStaffOffice(database);
  spammer = await aUser(database.db, { username: 'nelson', email: 'nelson@example.com', emailVerifiedAt: new Date() });
});

async function aSuggestion(given: { userId?: string; senderEmail: string }) {
  const startsAt = new Date(Date.now() + 86_400_000);
  const words = { title: 'A band', description: 'Music.', location: 'The square', category: 'cultural' as const };
  const row = { ...words, senderName: 'Nelson', startsAt, status: 'waiting' as const, confirmedAt: new Date() };
  return only(
    await database.db
      .insert(eventSuggestions)
      .values({ ...row, ...given })
      .returning(),
    'the suggestion',
  );
}

const nothing = { listings: 0, claims: 0, announcements: 0, suggestions: 0, corrections: 0 };

const ban = async (body: object = {}) =>
  answerOf<PersonDetail & { undoId: string; rejected: number }>(
    await office.staff.write('PUT', `/api/staff/people/${spammer.id}/ban`, {
      body: { banned: true, reason: 'Spam', ...body },
    }),
  );

async function states() {
  const { db } = database;
  const [listings, suggestions, changes, people] = [
    await db.select().from(businesses).where(eq(businesses.submittedById, spammer.id)),
    await db.select().from(eventSuggestions),
    await db.select().from(corrections),
    await db.select().from(users).where(eq(users.id, spammer.id)),
  ];
  return [
    ...[...listings, ...suggestions, ...changes].map(({ status }) => status).toSorted(),
    people[0]?.bannedAt === null ? 'free' : 'banned',
  ];
}

async function spam() {
  const theirs = { ownerId: spammer.id, submittedById: spammer.id };
  for (let at = 0; at < 3; at++) await aBusiness(database.db, { ...theirs, status: 'pending', approvedAt: null });
  await aBusiness(database.db, theirs);
  await aSuggestion({ senderEmail: 'Nelson@example.com' });
  const other = await aBusiness(database.db);
  const change = { businessId: other.id, field: 'phone', right: '1', source: 'me', email: spammer.email } as const;
  await database.db.insert(corrections).values(change);
}

it('rejects new listings and suggestions without a mail, and is undone as one', async () => {
  await spam();
  const person = await answerOf<PersonDetail>(await office.staff.get(`/api/staff/people/${spammer.id}`));
  expect(person.waiting).toEqual({ ...nothing, listings: 3, suggestions: 1, corrections: 1 });
  const { undoId, rejected, waiting } = await ban({ rejectWaiting: true });
  expect([rejected, waiting]).toEqual([5, nothing]);
  expect(await states()).toEqual([
    ...['approved', 'declined', 'rejected', 'rejected', 'rejected', 'rejected', 'banned'],
  ]);
  expect(await queuedMail(database.pool)).toEqual([]);
  expect(await answerOf(await office.staff.get('/api/staff/queue'))).toEqual([]);
  await answerOf(await office.staff.post('/api/staff/undo', { body: { subjectId: undoId } }));
  expect(await states()).toEqual(['approved', 'pending', 'pending', 'pending', 'waiting', 'waiting', 'free']);
});

it('lets claims go without a charge, and announcements, silently, and its undo brings both back', async () => {
  const { db } = database;
  const tomorrow = new Date(Date.now() + 86_400_000);
  const [wanted, own] = [await aBusiness(db), await aBusiness(db, { ownerId: spammer.id })];
  const claim = { businessId: wanted.id, userId: spammer.id, plan: 'standard', amountCents: 2500 } as const;
  const times = { expiresAt: tomorrow, dueAt: tomorrow, submittedAt: new Date() };
  await db.insert(claims).values({ ...claim, ...times, status: 'in_review' });
  const until = tomorrow.toISOString().slice(0, 10);
  await db.insert(announcements).values({ businessId: own.id, authorId: spammer.id, text: 'Buy!', until });
  const person = await answerOf<PersonDetail>(await office.staff.get(`/api/staff/people/${spammer.id}`));
  expect(person.waiting).toEqual({ ...nothing, claims: 1, announcements: 1 });

  const { undoId, rejected } = await ban({ rejectWaiting: true });
  expect(rejected).toBe(2);
  const now = async () => [
    only(await db.select().from(claims), 'claim'),
    only(await db.select().from(announcements), 'post'),
  ];
  expect(await now()).toMatchObject([
    { status: 'rejected', reason: '' },
    { status: 'hidden', reason: '' },
  ]);
  expect(await queuedMail(database.pool)).toEqual([]);
  // The job that ends the hold on the card waits until nobody can undo it; no job charges it.
  const jobs = async () =>
    (
      await database.pool.query(
        "select name from pgboss.job where name in ('charge-claim', 'cancel-claim') and state = 'created'",
      )
    ).rows;
  expect(await jobs()).toEqual([{ name: 'cancel-claim' }]);
  expect(await answerOf(await office.staff.get('/api/staff/queue'))).toEqual([]);

  await answerOf(await office.staff.post('/api/staff/undo', { body: { subjectId: undoId } }));
  expect(await now()).toMatchObject([{ status: 'in_review' }, { status: 'waiting', reason: null }]);
  expect(await jobs()).toEqual([]);
});

it('leaves the queue alone when nobody asks for it, and what others have sent', async () => {
  await spam();
  const neighbor = await aBusiness(database.db, { status: 'pending', approvedAt: null });
  expect((await ban()).rejected).toBe(0);
  expect((await states()).filter((state) => state === 'pending')).toHaveLength(3);
  const [row] = await database.db.select().from(businesses).where(eq(businesses.id, neighbor.id));
  expect(row?.status).toBe('pending');
});

it('takes no suggestion for theirs by a mailbox that they never confirmed', async () => {
  await database.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, spammer.id));
  await aSuggestion({ senderEmail: 'nelson@example.com' });
  expect((await ban({ rejectWaiting: true })).rejected).toBe(0);
});
