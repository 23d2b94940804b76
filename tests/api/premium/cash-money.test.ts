/** Money in cash or by check that went back, never came, or was booked wrongly: the books, the bill and the person hear of it. */
import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { desc } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { describeData } from '#features/audit/describe-data.ts';
import type { MonthSums } from '#features/billing-desk/month-contract.ts';
import type { PersonMoney } from '#features/billing-desk/staff-contract.ts';
import { listCashPlans } from '#features/leaving/server/paid-plans.ts';
import type { listBills } from '#features/premium/bills-contract.ts';
import type { Billing } from '#features/premium/contract.ts';
import { auditLog } from '#server/db/schema/index.ts';
import { addDays, dayOf, monthOf } from '#shared/dates.ts';
import type { Answer } from '#shared/endpoint.ts';
import { aSession } from '#tests/factories/a-session.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { found } from '#tests/support/found.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testSite } from '#tests/support/test-site.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const site = paymentSite({ isEmptyEachTime: true });
const { database } = site;
let staff: Person;
let owner: Person & { businessId: string };
let plan: string;

const timeZone = () => site.desk.services.city.facts.timeZone;
const today = () => dayOf(site.desk.services.now(), timeZone());
const plans = '/api/staff/billing/plans';
const post = (path: string, body: Record<string, unknown>) => staff.browser.post(path, { body });
const gone = (body: Record<string, unknown>) => ({
  ...{ id: randomUUID(), what: 'cash-missing', cents: 29_000, day: today() },
  ...body,
});
const goneOf = (body: Record<string, unknown>, id: string = plan) =>
  post(`${plans}/${id}/gone`, { ...gone(body), reason: 'The check bounced' });
const correct = (body: Record<string, unknown>, id: string = plan) =>
  post(`${plans}/${id}/correction`, {
    ...{
      id: randomUUID(),
      cents: 29_000,
      receivedOn: today(),
      reference: 'Check 1207',
      reason: 'A slip of the finger',
    },
    ...body,
  });
const money = async () => answerOf<PersonMoney>(await staff.browser.get(`/api/staff/billing/people/${owner.user.id}`));
const sums = async () => {
  const month = monthOf(site.desk.services.now(), timeZone());
  const { cash, cashBack } = await answerOf<MonthSums>(await staff.browser.get(`/api/staff/billing/months/${month}`));
  return { cash: cash.cents, back: cashBack.cents };
};
const rows = async () => {
  const session = await aSession(database.db, staff.user.id);
  const desk = new TestBrowser(testSite(site.desk.services)).withSession(session);
  const file = await (await desk.get('/staff/exports/money-acts.csv')).text();
  return parse(file, { bom: true, columns: true }) as Record<string, string>[];
};
const letters = async () =>
  (await queuedMail(database.pool))
    .filter(({ to }) => to === owner.user.email)
    .map(({ subject, text }) => `${subject}: ${text.replace(/\s+/g, ' ')}`);
const lastAudit = async () => found((await database.db.select().from(auditLog).orderBy(desc(auditLog.id)))[0], 'audit');

async function book(cents: number): Promise<string> {
  const id = randomUUID();
  const cash = { kind: 'cash', cents, receivedOn: today(), reference: 'Check 1207' };
  const form = { id, lastDay: addDays(today(), 364), reason: 'Premium for a year', ...cash };
  await answerOf(await post(`/api/staff/billing/people/${owner.user.id}/plans`, form));
  return id;
}

beforeEach(async () => {
  staff = await site.desk.person({ role: 'staff' });
  owner = await site.desk.owner();
  plan = await book(29_000);
});

it('a check that bounced ends its plan, and leaves the sums, the file, the bill and the mail true', async () => {
  expect(await sums()).toEqual({ cash: 29_000, back: 0 });
  const end = () => post(`${plans}/${plan}/end`, { reason: 'The check bounced', gone: gone({}) });
  await answerOf(await end());
  expect((await end()).status).toBe(409);
  await workOffJobs(site.desk.services);
  expect(await site.desk.premiumUntil(owner.businessId)).toBeNull();
  expect(await sums()).toEqual({ cash: 29_000, back: 29_000 });
  expect((await money()).acts).toMatchObject([
    { kind: 'cash-missing', cents: 29_000, receivedOn: today(), reason: 'The check bounced' },
    { kind: 'cash', cents: 29_000, goneCents: 29_000, isRunning: false, endReason: 'The check bounced' },
  ]);
  expect(await rows()).toMatchObject([
    { kind: 'cash-missing', amount: '290.00', received: today(), 'of number': plan, reason: 'The check bounced' },
    { kind: 'cash', amount: '290.00', number: plan, 'why it ended': 'The check bounced' },
  ]);
  const { bills } = await answerOf<Answer<typeof listBills>>(await owner.browser.get('/api/billing/bills'));
  expect(bills).toMatchObject([{ paidCents: 29_000, refunds: [], missing: [{ cents: 29_000 }] }]);
  const [, ended, ...more] = await letters();
  expect(more).toEqual([]);
  expect(ended).toMatch(/^Premium has ended: .*\$290 of the \$290 that we had noted as paid .* has not come\./);
  const audits = await database.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(3);
  expect(audits.map(({ action }) => action)).toEqual([
    'billing.exported',
    'billing.cash-missing',
    'billing.plan-ended',
  ]);
});

it('the money of a plan that ends may stay, and go back later, in parts, at most what is left', async () => {
  await answerOf(await post(`${plans}/${plan}/end`, { reason: 'The shop has closed' }));
  expect(await sums()).toEqual({ cash: 29_000, back: 0 });
  const part = { what: 'cash-back', cents: 9000, id: randomUUID() };
  expect(await answerOf(await goneOf(part))).toEqual({ leftCents: 20_000 });
  expect(await answerOf(await goneOf(part))).toEqual({ leftCents: 20_000 });
  expect(await lastAudit()).toMatchObject({
    ...{ action: 'billing.cash-given-back', actorId: staff.user.id, subjectId: owner.user.id },
  });
  const refused = await problemOf(await goneOf({ cents: 20_001 }));
  expect(refused).toMatchObject({ status: 422, fields: { cents: 'At most $200 of this plan is left in the books' } });
  expect(await answerOf(await goneOf({ cents: 20_000 }))).toEqual({ leftCents: 0 });
  expect((await goneOf({ cents: 1 })).status).toBe(409);
  expect(await sums()).toEqual({ cash: 29_000, back: 29_000 });
  const { bills } = await answerOf<Answer<typeof listBills>>(await owner.browser.get('/api/billing/bills'));
  expect(bills).toMatchObject([{ refunds: [{ cents: 9000 }], missing: [{ cents: 20_000 }] }]);
  const about = (await letters()).filter((letter) => letter.startsWith('About your payment of $290'));
  expect(about).toHaveLength(2);
  expect(about[0]).toContain('We gave you back $90 of the $290');
  const { notes } = await answerOf<Billing>(await owner.browser.get('/api/billing'));
  expect(notes.map(({ kind }) => kind)).toEqual(['cash-missing', 'cash-back', 'cash']);
});

it('two colleagues at once cannot take more out of the books than the plan has', async () => {
  const both = await Promise.all([goneOf({}), goneOf({})]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await sums()).toEqual({ cash: 29_000, back: 29_000 });
});

it('an amount that was typed wrongly is corrected in every sum; what was booked before is kept', async () => {
  const wrong = await book(290_000);
  const form = { id: randomUUID(), reference: 'Check 1208' };
  expect(await answerOf(await correct(form, wrong))).toEqual({ cents: 29_000 });
  expect(await answerOf(await correct(form, wrong))).toEqual({ cents: 29_000 });
  expect(await sums()).toEqual({ cash: 58_000, back: 0 });
  const [corrected] = await rows();
  expect(corrected).toMatchObject({
    ...{ kind: 'correction', amount: '', 'corrected from': '2900.00', 'corrected to': '290.00', 'of number': wrong },
  });
  expect((await rows()).find(({ number }) => number === wrong)).toMatchObject({ kind: 'cash', amount: '290.00' });
  expect((await money()).acts[0]).toMatchObject({
    ...{ kind: 'correction', cents: 29_000, reference: 'Check 1208', reason: 'A slip of the finger' },
    was: { cents: 290_000, receivedOn: today(), reference: 'Check 1207' },
  });
  expect((await letters()).at(-1)).toMatch(/^Your receipt, corrected: .*\$290 .*Check 1208/);
  const audits = await database.db.select().from(auditLog).orderBy(desc(auditLog.id));
  const line = found(
    audits.find(({ action }) => action === 'billing.cash-corrected'),
    'audit row',
  );
  expect(describeData(line.data as Record<string, unknown>, timeZone())).toBe(
    'Amount: $2,900 → $290; Reason: A slip of the finger; Reference: Check 1207 → Check 1208',
  );
});

it('money that went back or never came is not given back once more when the account is deleted', async () => {
  const now = site.desk.services.now();
  const unused = async () => (await listCashPlans(database.db, owner.user.id, now))[0]?.unusedCents ?? 0;
  expect(await unused()).toBeGreaterThan(28_000);
  await goneOf({});
  expect(await unused()).toBe(0);
});

it.each<[string, () => Promise<Response>, string]>([
  ['a day to come', () => goneOf({ day: addDays(today(), 1) }), 'day'],
  ['a day before the money came', () => goneOf({ day: addDays(today(), -1) }), 'day'],
  ['no amount', () => goneOf({ cents: 0 }), 'cents'],
  ['a correction that changes nothing', () => correct({}), 'cents'],
  ['a correction to nothing', () => correct({ cents: 0 }), 'cents'],
  ['a corrected day to come', () => correct({ receivedOn: addDays(today(), 1) }), 'receivedOn'],
  ['a correction without a reason', () => correct({ cents: 2900, reason: ' ' }), 'reason'],
])('is refused with %s', async (_, send, field) => {
  expect(await problemOf(await send())).toMatchObject({ status: 422, fields: { [field]: expect.any(String) } });
  expect(await sums()).toEqual({ cash: 29_000, back: 0 });
});

it('a correction cannot make it less than what went back already', async () => {
  await goneOf({ cents: 10_000 });
  expect(await problemOf(await correct({ cents: 9999 }))).toMatchObject({ status: 422, fields: { cents: /^\$100 / } });
  expect((await correct({ cents: 10_000 })).status).toBe(200);
});

it('is for plans that were paid in cash, and for treasurers', async () => {
  const free = randomUUID();
  const gift = { id: free, kind: 'complimentary', lastDay: addDays(today(), 30), reason: 'For the fair' };
  await answerOf(await post(`/api/staff/billing/people/${owner.user.id}/plans`, gift));
  for (const id of [free, randomUUID()]) {
    expect((await goneOf({}, id)).status).toBe(404);
    expect((await correct({}, id)).status).toBe(404);
  }
  expect((await post(`${plans}/${free}/end`, { reason: 'The fair is off', gone: gone({}) })).status).toBe(409);
  expect((await money()).acts.find(({ id }) => id === free)).toMatchObject({ isRunning: true });
  staff = await site.desk.person({ role: 'staff', rights: ['moderator'] });
  expect((await goneOf({})).status).toBe(403);
  expect((await correct({})).status).toBe(403);
});
