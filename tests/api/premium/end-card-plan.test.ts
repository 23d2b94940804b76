/** Staff let a plan that a card pays for end with its paid time, or go on after all; a ban can do the same. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { PersonMoney } from '#features/billing-desk/staff-contract.ts';
import type { Billing } from '#features/premium/contract.ts';
import { auditLog } from '#server/db/schema/index.ts';
import { aSession } from '#tests/factories/a-session.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { found, only } from '#tests/support/found.ts';
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

beforeEach(async () => {
  await database.pool.query('truncate audit_log');
  staff = await site.desk.person({ role: 'staff' });
  owner = await site.desk.owner();
  await site.desk.payUpgrade(await site.desk.openUpgrade(owner));
  await site.desk.deliverAll();
  await site.desk.settle();
  plan = only(await site.desk.subscriptionsOf(owner), 'plan').id;
});

const act = (what: 'end' | 'keep', id = randomUUID(), reason = 'They wrote to us') =>
  staff.browser.post(`/api/staff/billing/subscriptions/${plan}/${what}`, { body: { id, reason } });
const ban = async (endPlans: boolean) => {
  const body = { banned: true, reason: 'Spam all over', endPlans };
  return answerOf<{ undoId: string }>(
    await staff.browser.write('PUT', `/api/staff/people/${owner.user.id}/ban`, { body }),
  );
};
const ends = async () => only(await site.desk.subscriptionsOf(owner), 'plan').endsAt;
const atStripe = async () => (await site.desk.stripe.subscriptions.retrieve(plan)).cancel_at_period_end;
const letters = async () =>
  (await queuedMail(database.pool))
    .filter(({ to }) => to === owner.user.email)
    .map(({ subject, text }) => `${subject}: ${text.replace(/\s+/g, ' ')}`);
const linesOf = (action: string) => database.db.select().from(auditLog).where(eq(auditLog.action, action));
const refunds = async () => (await site.desk.stripe.refunds.list()).data;
/** The mail and the jobs of a decision wait until it cannot be undone any more. */
const passUndo = async () => {
  site.desk.pass(1);
  await workOffJobs(site.desk.services);
  await site.desk.settle();
};

it('ends with its paid time, gives nothing back, mails who pays with the reason, and is in the history', async () => {
  const form = randomUUID();
  const paidThrough = found(only(await site.desk.subscriptionsOf(owner), 'plan').paidThrough, 'paid time');
  expect(await answerOf(await act('end', form))).toEqual({ endsAt: paidThrough.toISOString(), isUnderWay: false });
  expect(await answerOf(await act('end', form))).toMatchObject({ isUnderWay: false });
  expect([await atStripe(), await ends()]).toEqual([true, paidThrough]);
  expect(await refunds()).toEqual([]);
  const letter = found((await letters()).at(-1), 'letter');
  expect(letter).toMatch(
    /^Your plan ends on .* We have ended Premium for your listings\. This is why: .*They wrote to us/,
  );
  expect(await linesOf('billing.plan-to-end')).toMatchObject([{ actorId: staff.user.id, subjectId: plan }]);
  const money = await answerOf<PersonMoney>(await staff.browser.get(`/api/staff/billing/people/${owner.user.id}`));
  expect(money.acts).toMatchObject([{ kind: 'plan-end', reason: 'They wrote to us' }]);
  const { notes } = await answerOf<Billing>(await owner.browser.get('/api/billing'));
  expect(notes).toMatchObject([{ kind: 'plan-end' }]);
  const again = await problemOf(await act('end'));
  expect(again).toMatchObject({ status: 409, message: expect.stringContaining('let this plan end') });
  site.desk.pass(40);
  await site.desk.deliverAll();
  expect(await site.desk.chargedCents(owner)).toBe(2900);
});

it('goes on after all, and an end that the owner chose later is not called ours', async () => {
  expect((await act('keep')).status).toBe(409);
  await answerOf(await act('end'));
  expect(await answerOf(await act('keep'))).toEqual({ endsAt: null, isUnderWay: false });
  expect([await atStripe(), await ends()]).toEqual([false, null]);
  expect((await letters()).at(-1)).toContain('The cancellation is taken back');
  expect(await linesOf('billing.plan-kept')).toHaveLength(1);
  await answerOf(await owner.browser.post('/api/billing/cancel', { body: { id: plan } }));
  expect((await letters()).at(-1)).toMatch(/^Your plan ends on /);
  expect((await letters()).at(-1)).not.toContain('We have ended');
});

it('leaves it alone when the owner has kept the plan since, although the job comes later', async () => {
  await answerOf(await act('end'));
  await answerOf(await owner.browser.post('/api/billing/keep', { body: { id: plan } }));
  await passUndo();
  expect([await atStripe(), await ends()]).toEqual([false, null]);
});

it('is done by a job where the payment service does not answer', async () => {
  site.sandbox.control.faults({ failNext: 100 });
  expect(await answerOf(await act('end'))).toEqual({ endsAt: null, isUnderWay: true });
  site.sandbox.control.faults({ failNext: 0 });
  expect(await atStripe()).toBe(false);
  await passUndo();
  expect(await atStripe()).toBe(true);
  expect(await ends()).not.toBeNull();
});

it('can be taken back before the payment service has heard of it, and explains no later cancellation', async () => {
  site.sandbox.control.faults({ failNext: 100 });
  await answerOf(await act('end'));
  await answerOf(await act('end'));
  expect(await answerOf(await act('keep'))).toEqual({ endsAt: null, isUnderWay: true });
  site.sandbox.control.faults({ failNext: 0 });
  await passUndo();
  expect([await atStripe(), await ends()]).toEqual([false, null]);
  await answerOf(await owner.browser.post('/api/billing/cancel', { body: { id: plan } }));
  expect((await letters()).at(-1)).toMatch(/^Your plan ends on /);
  expect((await letters()).at(-1)).not.toContain('We have ended');
});

it('a ban ends the plans when staff say so, tells nobody, and leaves them otherwise', async () => {
  const before = await letters();
  await ban(true);
  const { rows } = await database.pool.query(
    `select start_after - $1::timestamptz > interval '30 seconds' as waits from pgboss.job where name = 'end-plans-of-banned'`,
    [site.desk.services.now()],
  );
  expect(rows).toEqual([{ waits: true }]);
  expect(await atStripe()).toBe(false);
  await passUndo();
  expect(await atStripe()).toBe(true);
  expect(await ends()).not.toBeNull();
  expect([await letters(), await refunds()]).toEqual([before, []]);
  expect(await linesOf('billing.plan-to-end')).toMatchObject([
    { actorId: staff.user.id, data: { reason: 'Spam all over' } },
  ]);
  const said = only(await linesOf('user.banned'), 'ban').data as { plans: string[] };
  expect(said.plans).toEqual(['Premium for all your listings (ends with its paid time)']);
});

it('a ban that is undone in time ends nothing, and one without that wish leaves plans as they are', async () => {
  const { undoId } = await ban(true);
  await answerOf(await staff.browser.post('/api/staff/undo', { body: { subjectId: undoId } }));
  await passUndo();
  expect(await atStripe()).toBe(false);
  staff.browser.withSession(await aSession(database.db, staff.user.id, { createdAt: site.desk.services.now() }));
  await ban(false);
  await passUndo();
  expect(await atStripe()).toBe(false);
  // The person cannot do it alone any more, so staff can.
  staff.browser.withSession(await aSession(database.db, staff.user.id, { createdAt: site.desk.services.now() }));
  const before = await letters();
  await answerOf(await act('end'));
  expect([await atStripe(), await letters()]).toEqual([true, before]);
});
