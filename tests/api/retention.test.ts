/** Each kind of personal data is deleted when its time in docs/privacy.md is over, and not before. */
import { beforeEach, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { beforeDeletion } from '#app/wiring/before-deletion.ts';
import { sweepBusinessMessages } from '#features/business-messages/server/sweep-business-messages.ts';
import { sweepMessages } from '#features/contact/server/sweep-messages.ts';
import { sweepCorrections } from '#features/corrections/server/sweep-corrections.ts';
import { sweepUnconfirmed } from '#features/leaving/server/sweep-unconfirmed.ts';
import { sweepRecipients } from '#features/newsletter/server/sending/sweep-recipients.ts';
import { sweepReports } from '#features/reports/server/sweep-reports.ts';
import {
  businessMessages,
  contactMessages,
  corrections,
  eventSuggestions,
  moneyActs,
  newsletterIssues,
  newsletterRecipients,
  reports,
  securityLog,
  users,
} from '#server/db/schema/index.ts';
import { dayMs } from '#shared/times.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const now = new Date('2026-11-23T08:00:00Z');
const ago = (days: number) => new Date(now.getTime() - days * dayMs);
/** Days shortly before and after 24 months. */
const [before, after] = [735, 725];
let shop: Business;
beforeEach(async () => {
  shop = await aBusiness(database.db, { status: 'approved' });
});

it('messages and reports go 24 months after the last answer', async () => {
  const { db } = database;
  // One message was answered long ago, one lately, one never.
  const times = [
    [ago(900), ago(before)],
    [ago(900), ago(after)],
    [ago(before), null],
    [ago(after), null],
  ] as const;
  const letter = { name: 'Ada', email: 'ada@example.com' };
  for (const [createdAt, at] of times) {
    const businessId = shop.id;
    await db.insert(contactMessages).values({ ...letter, message: 'Hello', createdAt, answeredAt: at });
    await db.insert(businessMessages).values({ ...letter, businessId, text: 'Hello', createdAt, answeredAt: at });
    await db.insert(reports).values({ businessId, reason: 'other', createdAt, resolvedAt: at });
    const said = { field: 'phone', right: '1', source: 'me' } as const;
    await db.insert(corrections).values({ ...said, businessId, createdAt, decidedAt: at });
  }
  for (const sweep of [sweepMessages, sweepBusinessMessages, sweepReports, sweepCorrections]) await sweep(db, now);
  for (const table of [contactMessages, businessMessages, reports, corrections]) {
    const left = (await db.select({ createdAt: table.createdAt }).from(table)).map(({ createdAt }) => createdAt);
    // A suggested change is kept until staff decide.
    const waiting = table === corrections ? [ago(before)] : [];
    expect(left.toSorted((a, b) => a.getTime() - b.getTime())).toEqual([ago(900), ...waiting, ago(after)]);
  }
});

it('forgets the recipients of a newsletter after 90 days, and keeps the counts', async () => {
  const { db } = database;
  const [issue] = await db.insert(newsletterIssues).values({ subject: 'May', status: 'sent' }).returning();
  const row = { issueId: issue?.id ?? '', status: 'sent', answer: '250 ok' } as const;
  const [old, young] = [crypto.randomUUID(), crypto.randomUUID()];
  await db.insert(newsletterRecipients).values([
    { ...row, subscriberId: old, finishedAt: ago(91) },
    { ...row, subscriberId: young, finishedAt: ago(89) },
  ]);
  await sweepRecipients(db, now);
  const rows = await db.select().from(newsletterRecipients);
  expect(rows.map(({ subscriberId, answer }) => [subscriberId, answer])).toEqual(
    expect.arrayContaining([
      [null, null],
      [young, '250 ok'],
    ]),
  );
});

it('unconfirmed accounts without a listing go after 30 days', async () => {
  const { db } = database;
  const unconfirmed = { emailVerifiedAt: null, createdAt: ago(31) };
  await aUser(db, { ...unconfirmed, username: 'gone' });
  await aUser(db, { ...unconfirmed, username: 'young', createdAt: ago(29) });
  await aUser(db, { ...unconfirmed, username: 'confirmed', emailVerifiedAt: ago(31) });
  await aUser(db, { ...unconfirmed, username: 'staff', role: 'staff' });
  const owner = await aUser(db, { ...unconfirmed, username: 'owner' });
  await aBusiness(db, { ownerId: owner.id });
  const payer = await aUser(db, { ...unconfirmed, username: 'payer' });
  const cash = { id: crypto.randomUUID(), kind: 'cash', endsAt: ago(-100), reason: 'At the fair' } as const;
  await db.insert(moneyActs).values({ ...cash, userId: payer.id, cents: 2900 });
  await sweepUnconfirmed(testServices(database, { now: () => now }), beforeDeletion);
  const left = (await db.select().from(users)).map(({ username }) => username);
  expect(
    left.filter((name) => ['gone', 'young', 'confirmed', 'staff', 'owner', 'payer'].includes(name)).toSorted(),
  ).toEqual(['confirmed', 'owner', 'payer', 'staff', 'young']);
});

it('the download holds what the person wrote, and nothing of others', async () => {
  const { db } = database;
  const services = testServices(database);
  const ada = await aUser(db, { email: 'ada@example.com', emailVerifiedAt: new Date() });
  const bo = await aUser(db, { email: 'bo@example.com', emailVerifiedAt: new Date() });
  for (const [person, text] of [
    [ada, 'Ada wrote this'],
    [bo, 'Bo wrote this'],
  ] as const) {
    const { email } = person;
    await db.insert(contactMessages).values({ name: 'A', email, message: text });
    await db.insert(reports).values({ businessId: shop.id, reason: 'other', email, text });
    const event = { title: text, description: '', location: '', category: 'community', startsAt: now } as const;
    await db.insert(eventSuggestions).values({ ...event, senderName: 'A', senderEmail: email });
    await db.insert(securityLog).values({ event: 'account.logged-in', account: person.id, clientAddress: text });
  }
  const read = async () => {
    const browser = new TestBrowser(createApi(services)).withSession(await aSession(db, ada.id));
    return JSON.stringify(await (await browser.get('/api/account/data')).json());
  };
  const whole = await read();
  expect(whole.match(/Ada wrote this/g)).toHaveLength(4);
  expect(whole).not.toContain('Bo wrote this');
  await db.update(users).set({ emailVerifiedAt: null });
  expect((await read()).match(/Ada wrote this/g)).toHaveLength(1);
});
