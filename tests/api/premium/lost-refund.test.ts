/** A refund of a plan whose call ends between Stripe's answer and our own rows: it is noted and mailed all the same, once. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { refundSubscription } from '#features/billing-desk/server/refund-subscription.ts';
import { auditLog, moneyActs } from '#server/db/schema/index.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { found } from '#tests/support/found.ts';
import { lineToStripe } from '#tests/support/line-to-stripe.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';

const site = paymentSite({ isEmptyEachTime: true });
const { database } = site;
let staff: Person;
let owner: Person;
let plan: string;

beforeEach(async () => {
  staff = await site.desk.person({ role: 'staff' });
  owner = await site.desk.owner();
  await site.desk.payUpgrade(await site.desk.openUpgrade(owner));
  await site.desk.deliverAll();
  plan = found((await site.desk.subscriptionsOf(owner))[0], 'plan').id;
});

const reason = `Asked by phone: ${'🌵 it was down, '.repeat(60)}sorry`;
const asked = (given: { id: string; cents?: number }) => ({
  ...{ subscriptionId: plan, reason, actorId: staff.user.id, cents: undefined },
  ...given,
});
const press = ({ id, cents }: { id: string; cents?: number }) =>
  staff.browser.post(`/api/staff/billing/subscriptions/${plan}/refund`, { body: { id, cents, reason } });
const acts = () => database.db.select().from(moneyActs).orderBy(moneyActs.createdAt);
const audits = () => database.db.select().from(auditLog).where(eq(auditLog.action, 'billing.refunded'));
const subjects = async () =>
  (await queuedMail(database.pool))
    .filter(({ to, subject }) => to === owner.user.email && subject.includes('goes back'))
    .map(({ subject }) => subject);
const atStripe = async () => (await site.desk.stripe.refunds.list()).data.map(({ amount }) => amount);

async function isOnRecordOnce(form: { id: string; cents?: number }, cents: number): Promise<void> {
  await site.desk.deliverAll();
  await site.desk.deliver(site.sandbox.sandbox.store.events.all().slice(-3) as never);
  expect(await acts()).toMatchObject([{ id: form.id, kind: 'refund', cents, reason, actorId: staff.user.id }]);
  expect(await audits()).toMatchObject([{ actorId: staff.user.id, subjectId: plan, data: { cents, reason } }]);
  expect(await subjects()).toHaveLength(1);
  // Sent once more, it counts as sent.
  expect((await press(form)).status).toBe(200);
  expect(await atStripe()).toEqual([cents]);
  expect(await acts()).toHaveLength(1);
  expect(await subjects()).toHaveLength(1);
}

it('is noted by the event about it when no answer of Stripe arrives', async () => {
  const form = { id: randomUUID(), cents: 1250 };
  const line = await lineToStripe(site.desk.services, { isLost: ({ method }) => method === 'POST' });
  await expect(refundSubscription({ ...line.services, user: null }, asked(form))).rejects.toMatchObject({
    code: 'unavailable',
  });
  await line.close();
  expect(await acts()).toEqual([]);
  await isOnRecordOnce(form, 1250);
});

it('is noted by the event about it when our own rows could not be written', async () => {
  const form = { id: randomUUID() };
  await database.pool.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'the machine stops'; end $$;
     create trigger stops before insert on money_acts for each row execute function refuse()`,
  );
  await expect(refundSubscription({ ...site.desk.services, user: null }, asked(form))).rejects.toThrow();
  await database.pool.query('drop trigger stops on money_acts; drop function refuse()');
  expect(await atStripe()).toEqual([2900]);
  await isOnRecordOnce(form, 2900);
});

it('holds nothing of the plan while Stripe is asked', async () => {
  const isFree: boolean[] = [];
  const before = async () => {
    const { rows } = await database.pool.query('select pg_try_advisory_xact_lock(hashtext($1)) as free', [
      `money of ${plan}`,
    ]);
    isFree.push(rows[0].free);
  };
  const line = await lineToStripe(site.desk.services, { before });
  expect(await refundSubscription({ ...line.services, user: null }, asked({ id: randomUUID() }))).toEqual({
    cents: 2900,
  });
  await line.close();
  expect(isFree.length).toBeGreaterThan(2);
  expect(new Set(isFree)).toEqual(new Set([true]));
});

it('is no act of ours when it was made at Stripe itself, whatever is written there', async () => {
  const [intent] = (await site.desk.stripe.paymentIntents.list()).data;
  const payment = { payment_intent: found(intent, 'payment').id, amount: 500 };
  await site.desk.stripe.refunds.create(payment);
  await site.desk.stripe.refunds.create({ ...payment, metadata: { act: 'a phone call', reason: 'Asked by phone' } });
  await site.desk.deliverAll();
  expect(await acts()).toEqual([]);
  expect(await subjects()).toEqual([]);
  const known = { act: randomUUID(), actor: 'nobody', reason: 'Asked by phone' };
  await site.desk.stripe.refunds.create({ ...payment, metadata: known });
  await site.desk.deliverAll();
  expect(await acts()).toMatchObject([{ id: known.act, cents: 500, actorId: null }]);
});

it('gives no more back than two colleagues together may', async () => {
  const both = [press({ id: randomUUID(), cents: 2000 }), press({ id: randomUUID(), cents: 2000 })];
  const statuses = (await Promise.all(both)).map(({ status }) => status).toSorted();
  expect(statuses[0]).toBe(200);
  expect([409, 422]).toContain(statuses[1]);
  expect(await atStripe()).toEqual([2000]);
  expect(await acts()).toHaveLength(1);
});

it('is refused for a form that Stripe has had with another amount', async () => {
  const form = { id: randomUUID(), cents: 2000 };
  const [intent] = (await site.desk.stripe.paymentIntents.list()).data;
  await site.desk.stripe.refunds.create(
    { payment_intent: found(intent, 'payment').id, amount: 900 },
    { idempotencyKey: `refund:act:${form.id}` },
  );
  expect((await press(form)).status).toBe(409);
  expect(await atStripe()).toEqual([900]);
  expect(await acts()).toEqual([]);
});
