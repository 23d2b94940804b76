/** Stripe's events arrive shuffled, ten times, late, or never: the final rows are the same. */
import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import { stripeSyncs } from '#app/wiring/stripe-sync-order.ts';
import { handleNotedEvent } from '#features/billing/server/handle-event-job.ts';
import { noteEvent } from '#features/billing/server/receive-webhook.ts';
import { reconcile } from '#features/billing/server/reconcile.ts';
import { syncRun } from '#features/billing/server/stripe-syncs.ts';
import { stripeEvents, subscriptions, upgradeSessions } from '#server/db/schema/index.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { found, only } from '#tests/support/found.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const site = paymentSite({ isEmptyEachTime: true });
const { database } = site;

type Owner = Person & { businessId: string };

async function subscriptionOf(owner: Owner): Promise<Stripe.Subscription> {
  const [customer] = await site.desk.customersOf(owner);
  const { data } = await site.desk.stripe.subscriptions.list({
    customer: found(customer, 'customer').id,
    status: 'all',
  });
  const [subscription] = data;
  if (subscription === undefined) throw new Error('Stripe has no subscription');
  return subscription;
}

async function paymentOf(owner: Owner): Promise<string> {
  const [customer] = await site.desk.customersOf(owner);
  const { data } = await site.desk.stripe.paymentIntents.list({ customer: found(customer, 'customer').id });
  return found(data[0], 'payment').id;
}

async function buy(owner: Owner): Promise<void> {
  await site.desk.payUpgrade(await site.desk.openUpgrade(owner));
}

/** All rows that depend on events, without the time of the last check. */
async function outcome(owner: Owner) {
  const rows = await site.desk.subscriptionsOf(owner);
  const [upgrade] = await database.db.select().from(upgradeSessions).where(eq(upgradeSessions.userId, owner.user.id));
  const mail = (await queuedMail(database.pool)).map(({ to, subject }) => `${to} ${subject}`);
  return {
    subscriptions: rows.map(({ syncedAt: _, suspendedAt, ...row }) => ({ ...row, isSuspended: suspendedAt !== null })),
    upgrade: { status: upgrade?.status, subscriptionId: upgrade?.subscriptionId },
    premiumUntil: await site.desk.premiumUntil(owner.businessId),
    mail: mail.toSorted(),
  };
}

async function forget(): Promise<void> {
  await database.pool.query('truncate pgboss.job');
  await database.db.delete(stripeEvents);
  await database.db.update(upgradeSessions).set({ status: 'open', subscriptionId: null });
  await database.db.delete(subscriptions);
  await site.desk.tick();
}

/** The same orders in every run, so that a failure can be repeated. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  return items
    .map((item) => ({ item, at: next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

const flows: Record<string, (owner: Owner) => Promise<unknown>> = {
  bought: buy,
  'a renewal that failed, was paid, and the plan cancelled and ended': async (owner) => {
    await buy(owner);
    site.sandbox.control.failNextCharge();
    site.desk.pass(36);
    await site.desk.stripe.subscriptions.update((await subscriptionOf(owner)).id, { cancel_at_period_end: true });
    site.desk.pass(31);
  },
  'a dispute': async (owner) => {
    await buy(owner);
    const { latest_charge } = await site.desk.stripe.paymentIntents.retrieve(await paymentOf(owner));
    site.sandbox.control.dispute({ charge: String(latest_charge) });
  },
};

it.each(Object.entries(flows))('%s: the same in twenty orders', { timeout: 180_000 }, async (_, flow) => {
  const owner = await site.desk.owner();
  await flow(owner);
  const events = site.desk.newEvents();
  await site.desk.deliver(events);
  const expected = await outcome(owner);
  expect(expected.subscriptions).toHaveLength(1);
  for (let seed = 1; seed <= 20; seed++) {
    await forget();
    await site.desk.deliver(shuffled(events, seed));
    expect(await outcome(owner), `order ${seed}`).toEqual(expected);
  }
});

it('is bought once when each event comes ten times at once', { timeout: 60_000 }, async () => {
  const owner = await site.desk.owner();
  await buy(owner);
  const events = site.desk.newEvents();
  await site.desk.deliver(events);
  const expected = await outcome(owner);
  await forget();
  const tenfold = events.flatMap((event) => Array.from({ length: 10 }, () => event));
  await Promise.all(tenfold.map((event) => noteEvent(site.desk.services, event)));
  const ids = (await database.db.select({ id: stripeEvents.id }).from(stripeEvents)).map(({ id }) => id);
  expect(ids.length).toBeLessThanOrEqual(events.length);
  for (const id of ids) {
    await Promise.all(Array.from({ length: 10 }, () => handleNotedEvent(stripeSyncs, site.desk.services, id)));
  }
  await workOffJobs(site.desk.services);
  expect(await outcome(owner)).toEqual(expected);
});

it('says each thing once by mail', async () => {
  const owner = await site.desk.owner();
  await buy(owner);
  site.sandbox.control.failNextCharge();
  site.desk.pass(32);
  await site.desk.deliverAll();
  await site.desk.deliver(site.desk.newEvents());
  // The failed payment is read with the first event, before the purchase is settled.
  const subjects = async () => (await queuedMail(database.pool)).map(({ subject }) => subject);
  expect(await subjects()).toEqual(['Your payment did not go through', 'Welcome to Premium']);
  expect(await site.desk.premiumUntil(owner.businessId)).not.toBeNull();
  site.desk.pass(5);
  await site.desk.deliverAll();
  await site.desk.stripe.subscriptions.update((await subscriptionOf(owner)).id, { cancel_at_period_end: true });
  await site.desk.deliverAll();
  site.desk.pass(31);
  await site.desk.deliverAll();
  expect(await subjects()).toEqual([
    'Your payment did not go through',
    'Welcome to Premium',
    'Receipt: $29 for Premium for your listings',
    expect.stringMatching(/^Your plan ends on /),
    'Premium has ended',
  ]);
  expect(await site.desk.premiumUntil(owner.businessId)).toBeNull();
});

it('is found by the reconciler when every event was lost', async () => {
  const owner = await site.desk.owner();
  await buy(owner);
  site.sandbox.control.failNextCharge();
  site.desk.pass(32);
  const lost = site.desk.newEvents();
  await reconcile(stripeSyncs, syncRun(site.desk.services));
  await workOffJobs(site.desk.services);
  expect(await site.desk.subscriptionsOf(owner)).toMatchObject([{ status: 'past_due' }]);
  const found = await database.db.$count(stripeEvents, eq(stripeEvents.isCaughtUp, true));
  expect(found).toBeGreaterThan(3);
  const before = await outcome(owner);
  await site.desk.deliver(lost);
  expect(await outcome(owner)).toEqual(before);
});

it('ends premium with the money given back, whoever gave it back', async () => {
  const owner = await site.desk.owner();
  await buy(owner);
  await site.desk.deliverAll();
  const payment_intent = await paymentOf(owner);
  await site.desk.stripe.refunds.create({ payment_intent, amount: 100 });
  await site.desk.deliverAll();
  expect(await site.desk.premiumUntil(owner.businessId)).not.toBeNull();
  await site.desk.stripe.refunds.create({ payment_intent });
  await site.desk.deliverAll();
  expect((await subscriptionOf(owner)).status).toBe('canceled');
  expect(await site.desk.premiumUntil(owner.businessId)).toBeNull();
});

it('lets premium rest while a payment is disputed, and return or end with the bank’s word', async () => {
  for (const end of ['won', 'lost'] as const) {
    const owner = await site.desk.owner();
    await buy(owner);
    const { latest_charge } = await site.desk.stripe.paymentIntents.retrieve(await paymentOf(owner));
    const dispute = site.sandbox.control.dispute({ charge: String(latest_charge) });
    await site.desk.deliverAll();
    expect(await site.desk.premiumUntil(owner.businessId)).toBeNull();
    site.sandbox.control.closeDispute({ dispute: dispute.id, end });
    await site.desk.deliverAll();
    expect((await site.desk.premiumUntil(owner.businessId)) !== null).toBe(end === 'won');
    expect((await subscriptionOf(owner)).status).toBe(end === 'won' ? 'active' : 'canceled');
  }
});

it('ends what an account leaves behind, and does nothing with what is told of it later', async () => {
  const owner = await site.desk.owner();
  await buy(owner);
  const late = site.desk.newEvents();
  const customer = only(await site.desk.customersOf(owner), 'customer').id;
  await site.desk.services.db.transaction(async (tx) => {
    const { forgetBilling } = await import('#features/billing/server/forget-customer.ts');
    await forgetBilling(tx, owner.user.id);
    await tx.execute(`delete from users where id = '${owner.user.id}'`);
  });
  await workOffJobs(site.desk.services);
  expect(await site.desk.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
  await site.desk.deliver(late);
  await site.desk.deliverAll();
  expect(await site.desk.premiumUntil(owner.businessId)).toBeNull();
  const { data } = await site.desk.stripe.subscriptions.list({ customer, status: 'all' });
  expect(data.map(({ status }) => status)).toEqual(['canceled']);
});
