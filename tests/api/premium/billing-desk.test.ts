/** Staff see payments that failed, retry them, and refund a plan. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { endSubscription } from '#features/billing/server/end-subscription.ts';
import type { BillingFailure, StaffSubscription } from '#features/billing-desk/staff-contract.ts';
import type { Billing } from '#features/premium/contract.ts';
import { auditLog, businesses, subscriptions } from '#server/db/schema/index.ts';
import { makeQueues } from '#server/jobs/enqueue.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
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
beforeEach(async () => {
  staff = await site.desk.person({ role: 'staff' });
});

const failures = async () => answerOf<BillingFailure[]>(await staff.browser.get('/api/staff/billing/failures'));
const replay = ({ id, kind }: BillingFailure) =>
  staff.browser.post(`/api/staff/billing/failures/${id}/replay`, { body: { kind } });
const list = async (state: string) =>
  answerOf<StaffSubscription[]>(await staff.browser.get(`/api/staff/billing/subscriptions?state=${state}`));

it('shows an event that failed, and does it again', async () => {
  const owner = await site.desk.owner();
  await site.desk.payUpgrade(await site.desk.openUpgrade(owner));
  site.sandbox.control.faults({ failNext: 100 });
  const events = site.desk.newEvents().filter(({ type }) => type === 'customer.subscription.created');
  await expect(site.desk.deliver(events)).rejects.toThrow();
  site.sandbox.control.faults({ failNext: 0 });
  await database.pool.query('truncate pgboss.job');
  const [failed] = await failures();
  expect(failed).toMatchObject({ kind: 'event', name: 'customer.subscription.created', attempts: 1 });
  expect(failed?.reason).not.toBe('');
  if (failed === undefined) return;
  expect((await replay(failed)).status).toBe(200);
  expect(await failures()).toEqual([]);
  await workOffJobs(site.desk.services);
  expect(await site.desk.premiumUntil(owner.businessId)).not.toBeNull();
  expect((await replay(failed)).status).toBe(404);
  expect(await database.db.$count(auditLog, eq(auditLog.action, 'billing.replayed'))).toBe(1);
});

it('shows a job that was given up, and does it again; those of others are not its business', async () => {
  await makeQueues(database.db, endSubscription);
  for (const name of [endSubscription.name, 'send-mail']) {
    await database.pool.query(
      `insert into pgboss.job (name, data, source_name, source_retry_count, source_output)
       values ('dead-letters', '{"subscriptionId": "sub_gone", "reason": "refunded"}', $1, 14, '{"reason": "no way"}')`,
      [name],
    );
  }
  const [failed, ...more] = await failures();
  expect(more).toEqual([]);
  expect(failed).toMatchObject({ kind: 'job', name: 'end-subscription', attempts: 15, reason: 'no way' });
  if (failed === undefined) return;
  expect((await replay(failed)).status).toBe(200);
  expect(await failures()).toEqual([]);
  const { rows } = await database.pool.query("select data from pgboss.job where name = 'end-subscription'");
  expect(rows).toEqual([{ data: { subscriptionId: 'sub_gone', reason: 'refunded' } }]);
  expect((await replay(failed)).status).toBe(404);
});

/** Sends the form once more when it is given the same id. */
const refund = (plan: string, given: Record<string, unknown> = {}) =>
  staff.browser.post(`/api/staff/billing/subscriptions/${plan}/refund`, {
    body: { id: randomUUID(), reason: 'Asked by phone', ...given },
  });

async function paidPlan() {
  const owner = await site.desk.owner();
  await site.desk.payUpgrade(await site.desk.openUpgrade(owner));
  await site.desk.deliverAll();
  const [plan] = await site.desk.subscriptionsOf(owner);
  return { owner, plan: found(plan, 'plan').id };
}

const mailsTo = async ({ user }: Person) =>
  (await queuedMail(database.pool))
    .filter(({ to }) => to === user.email)
    .map(({ subject, text }) => ({ subject, text: text.replace(/\s+/g, ' ') }));

it('lists who pays for what, and gives a payment back, which ends the plan', async () => {
  const { owner, plan } = await paidPlan();
  await database.db
    .insert(subscriptions)
    .values({ id: 'sample_bakery', userId: owner.user.id, kind: 'claim_premium', status: 'active' });
  const running = await list('running');
  expect(running.map(({ kind, isSample }) => [kind, isSample]).toSorted()).toEqual([
    ['claim_premium', true],
    ['owner_premium', false],
  ]);
  expect(running.find(({ isSample }) => !isSample)).toMatchObject({
    id: plan,
    cents: 2900,
    interval: 'month',
    person: { username: owner.user.username },
  });
  expect(await list('trouble')).toEqual([]);
  expect(await problemOf(await refund(plan, { reason: 'no' }))).toMatchObject({
    status: 422,
    fields: { reason: 'Please say why, in 3 letters or more' },
  });
  expect((await refund('sample_bakery')).status).toBe(404);
  expect((await refund('sub_unknown')).status).toBe(404);
  expect(await answerOf(await refund(plan))).toEqual({ cents: 2900 });
  expect((await refund(plan)).status).toBe(409);
  expect(await mailsTo(owner)).toContainEqual({
    subject: '$29 goes back to your card',
    text: expect.stringContaining('Premium for your listings ends now'),
  });
  await workOffJobs(site.desk.services);
  await site.desk.deliverAll();
  expect(await site.desk.premiumUntil(owner.businessId)).toBeNull();
  expect(await list('over')).toMatchObject([{ id: plan, refundedCents: 2900, refundedAt: expect.any(String) }]);
  const [audit] = await database.db.select().from(auditLog).where(eq(auditLog.action, 'billing.refunded'));
  expect(audit).toMatchObject({
    actorId: staff.user.id,
    subjectId: plan,
    data: { cents: 2900, reason: 'Asked by phone' },
  });
  expect((await site.desk.stripe.refunds.list()).data).toHaveLength(1);
});

it('gives a part back: the plan goes on, no more than was paid goes out, and a form sent twice counts once', async () => {
  const { owner, plan } = await paidPlan();
  const until = await site.desk.premiumUntil(owner.businessId);
  const payment = async () =>
    answerOf<{ cents: number; leftCents: number }>(
      await staff.browser.get(`/api/staff/billing/subscriptions/${plan}/payment`),
    );
  expect(await payment()).toMatchObject({ cents: 2900, leftCents: 2900 });
  const form = { id: randomUUID(), cents: 1250 };
  const answers = await Promise.all([refund(plan, form), refund(plan, form)]);
  expect(await Promise.all(answers.map((answer) => answerOf(answer)))).toEqual([{ cents: 1250 }, { cents: 1250 }]);
  expect(await payment()).toMatchObject({ leftCents: 1650 });
  expect(await problemOf(await refund(plan, { cents: 1651 }))).toMatchObject({
    status: 422,
    fields: { cents: 'At most $16.50 can be given back' },
  });
  const letters = (await mailsTo(owner)).filter(({ subject }) => subject === '$12.50 goes back to your card');
  expect(letters.map(({ text }) => text)).toEqual([expect.stringContaining('goes on as before')]);
  await workOffJobs(site.desk.services);
  await site.desk.deliverAll();
  expect(await site.desk.premiumUntil(owner.businessId)).toEqual(until);
  const { notes } = await answerOf<Billing>(await owner.browser.get('/api/billing'));
  expect(notes).toMatchObject([{ kind: 'refund', cents: 1250, reason: 'Asked by phone' }]);
  expect((await list('running')).filter(({ isSample }) => !isSample)).toMatchObject([
    { id: plan, status: 'active', refundedCents: 1250, creditedCents: 0, discount: null },
  ]);
  // The rest of the payment ends it.
  expect(await answerOf(await refund(plan))).toEqual({ cents: 1650 });
  await workOffJobs(site.desk.services);
  await site.desk.deliverAll();
  expect(await site.desk.premiumUntil(owner.businessId)).toBeNull();
});

it('gives all of a claim back: the mail says that the listing has no owner then, and it has none', async () => {
  // The mailbox approves by itself.
  const ada = await site.desk.person({ email: 'ada@bakery.example', emailVerifiedAt: new Date() });
  const bakery = await aBusiness(database.db, { name: 'Bakery', website: 'https://www.bakery.example' });
  await site.desk.paidClaim(ada, bakery.id);
  await site.desk.deliverAll();
  const [plan] = await site.desk.subscriptionsOf(ada);
  await answerOf(await refund(found(plan, 'plan').id));
  const [told] = (await mailsTo(ada)).filter(({ subject }) => subject === '$25 goes back to your card');
  expect(told?.text.replace(/\s+/g, ' ')).toContain(
    'The listing stays in the directory as you left it, without an owner.',
  );
  await workOffJobs(site.desk.services);
  await site.desk.deliverAll();
  const [row] = await database.db.select().from(businesses).where(eq(businesses.id, bakery.id));
  expect(row?.ownerId).toBeNull();
});
