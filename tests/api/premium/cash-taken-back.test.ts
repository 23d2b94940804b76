/** A wrong booking of money that went back or never came is undone at once, or taken back later, with all that followed from it. */
import { randomUUID } from 'node:crypto';
import { desc } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { describeData } from '#features/audit/describe-data.ts';
import type { MonthSums } from '#features/billing-desk/month-contract.ts';
import type { PersonMoney } from '#features/billing-desk/staff-contract.ts';
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
import { problemOf } from '#tests/support/test-browser.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const site = paymentSite({ isEmptyEachTime: true });
const { database } = site;
let staff: Person;
let owner: Person & { businessId: string };
let plan: string;

const timeZone = () => site.desk.services.city.facts.timeZone;
const today = () => dayOf(site.desk.services.now(), timeZone());
const post = (path: string, body: object) => staff.browser.post(`/api/staff/${path}`, { body });
const bounced = (id: string) => ({ id, what: 'cash-missing', cents: 29_000, day: today() });
const undo = () => post('undo', { subjectId: plan });
const money = async () => answerOf<PersonMoney>(await staff.browser.get(`/api/staff/billing/people/${owner.user.id}`));
const shown = async () => (await answerOf<Billing>(await owner.browser.get('/api/billing'))).notes;
const sums = async () => {
  const month = monthOf(site.desk.services.now(), timeZone());
  return (await answerOf<MonthSums>(await staff.browser.get(`/api/staff/billing/months/${month}`))).cashBack;
};
const bill = async () =>
  (await answerOf<Answer<typeof listBills>>(await owner.browser.get('/api/billing/bills'))).bills[0];
const letters = async () =>
  (await queuedMail(database.pool))
    .filter(({ to }) => to === owner.user.email)
    .map(({ subject, text }) => `${subject}: ${text.replace(/\s+/g, ' ')}`);
const lastAudit = async () => found((await database.db.select().from(auditLog).orderBy(desc(auditLog.id)))[0], 'audit');

/** Books that the check has bounced, and lets the plan end with that. */
async function book(ends: boolean): Promise<string> {
  const id = randomUUID();
  const reason = 'The check bounced';
  const path = `billing/plans/${plan}`;
  await answerOf(
    await (ends
      ? post(`${path}/end`, { reason, gone: bounced(id) })
      : post(`${path}/gone`, { ...bounced(id), reason })),
  );
  await workOffJobs(site.desk.services);
  return id;
}

beforeEach(async () => {
  staff = await site.desk.person({ role: 'staff' });
  owner = await site.desk.owner();
  owner.browser.withSession(await aSession(database.db, owner.user.id));
  plan = randomUUID();
  const cash = { kind: 'cash', cents: 29_000, receivedOn: today(), reference: 'Check 1207' };
  const form = { id: plan, lastDay: addDays(today(), 364), reason: 'Premium for a year', ...cash };
  await answerOf(await post(`billing/people/${owner.user.id}/plans`, form));
  await workOffJobs(site.desk.services);
});

it('the dashboard and staff read that the money of a running plan has not come', async () => {
  await book(false);
  expect((await shown()).find(({ kind }) => kind === 'cash')).toMatchObject({
    ...{ isRunning: true, cents: 29_000, missingCents: 29_000, backCents: 0 },
  });
  const isMissing = { goneCents: 29_000, missingCents: 29_000, isRunning: true };
  expect((await money()).acts.find(({ kind }) => kind === 'cash')).toMatchObject(isMissing);
  expect(await answerOf(await staff.browser.get('/api/staff/billing/plans'))).toMatchObject([isMissing]);
});

it.each([
  { ends: false, action: 'billing.cash-undone', data: /^Plan: cash; Amount: \$290$/ },
  { ends: true, action: 'billing.cash-undone', data: /^Plan: cash; Amount: \$290; Until: / },
])('is undone at once, also where the plan ended with it ($ends): nothing stays, and no mail goes', async (one) => {
  const before = await letters();
  await book(one.ends);
  expect((await site.desk.premiumUntil(owner.businessId)) === null).toBe(one.ends);
  await answerOf(await undo());
  await workOffJobs(site.desk.services);
  expect(await site.desk.premiumUntil(owner.businessId)).not.toBeNull();
  expect(await sums()).toEqual({ count: 0, cents: 0 });
  expect((await money()).acts).toMatchObject([{ kind: 'cash', isRunning: true, goneCents: 0, endReason: null }]);
  expect(await letters()).toEqual(before);
  const audit = await lastAudit();
  expect(audit).toMatchObject({ action: one.action, actorId: staff.user.id, subjectId: owner.user.id });
  expect(describeData(audit.data as Record<string, unknown>, timeZone())).toMatch(one.data);
  expect((await undo()).status).toBe(409);
});

it('undoes the end of a plan that keeps its money', async () => {
  await answerOf(await post(`billing/plans/${plan}/end`, { reason: 'They asked for it' }));
  await answerOf(await undo());
  await workOffJobs(site.desk.services);
  expect(await site.desk.premiumUntil(owner.businessId)).not.toBeNull();
  expect((await lastAudit()).action).toBe('billing.plan-end-undone');
});

it.each([false, true])('is taken back later with a reason; a plan that ended with it (%s) goes on', async (ends) => {
  const gone = await book(ends);
  site.desk.pass(2);
  staff.browser.withSession(await aSession(database.db, staff.user.id, { createdAt: site.desk.services.now() }));
  expect((await undo()).status).toBe(409);
  const form = { id: randomUUID(), reason: 'It was another check' };
  for (const _ of ['sent', 'sent twice']) {
    expect(await answerOf(await post(`billing/acts/${gone}/take-back`, form))).toEqual({ leftCents: 29_000 });
  }
  const again = await problemOf(await post(`billing/acts/${gone}/take-back`, { ...form, id: randomUUID() }));
  expect(again).toMatchObject({ status: 409, message: expect.stringContaining('took this booking back') });
  await workOffJobs(site.desk.services);
  expect(await site.desk.premiumUntil(owner.businessId)).not.toBeNull();
  expect(await sums()).toEqual({ count: 0, cents: 0 });
  expect((await money()).acts).toMatchObject([
    { kind: 'correction', takesBack: 'cash-missing', was: { cents: 29_000 }, reason: 'It was another check' },
    { kind: 'cash-missing', cents: 29_000, isTakenBack: true },
    { kind: 'cash', goneCents: 0, isRunning: true, endedAt: null, endReason: null },
  ]);
  owner.browser.withSession(await aSession(database.db, owner.user.id, { createdAt: site.desk.services.now() }));
  expect(await bill()).toMatchObject({ paidCents: 29_000, missing: [] });
  const notes = await shown();
  expect(notes.map(({ kind }) => kind)).toEqual(['correction', 'cash']);
  expect(notes[0]?.takenBack).toEqual({ kind: 'cash-missing', cents: 29_000 });
  const audit = (await database.db.select().from(auditLog)).find(({ action }) => action === 'billing.cash-taken-back');
  const said = describeData(found(audit, 'audit').data as Record<string, unknown>, timeZone());
  expect(said).toMatch(/^Amount: \$290; .*Reason: It was another check/);
  const letter = found((await letters()).at(-1), 'letter');
  expect(letter).toContain('About your payment of $290: our note was wrong: ');
  expect(letter).toContain('has not come. That was wrong, and the note is gone: your payment counts');
  expect(letter.includes('The plan that ended with that note goes on until')).toBe(ends);
});

it('is for bookings of such money, and for treasurers', async () => {
  const body = { id: randomUUID(), reason: 'It was another check' };
  for (const id of [plan, randomUUID()]) expect((await post(`billing/acts/${id}/take-back`, body)).status).toBe(404);
  const gone = await book(false);
  const moderator = await site.desk.person({ role: 'staff', rights: ['moderator'] });
  expect((await moderator.browser.post(`/api/staff/billing/acts/${gone}/take-back`, { body })).status).toBe(403);
});
