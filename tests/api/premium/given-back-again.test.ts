/** Money that goes back by itself: a refund that the bank turns down is tried again, and each sync is queued once. */
import type Stripe from 'stripe';
import { beforeEach, expect, it } from 'vitest';
import { endSubscriptionJob } from '#features/billing/server/end-subscription.ts';
import { giveBackPaid } from '#features/billing/server/give-back.ts';
import { queueSync } from '#features/billing/server/handle-event-job.ts';
import { found, only } from '#tests/support/found.ts';
import { paymentSite } from '#tests/support/payment-site.ts';

const site = paymentSite({ isEmptyEachTime: true });
const { database } = site;
let plan = '';

beforeEach(async () => {
  const owner = await site.desk.owner();
  await site.desk.payUpgrade(await site.desk.openUpgrade(owner));
  await site.desk.deliverAll();
  plan = only(await site.desk.subscriptionsOf(owner), 'plan').id;
});

const giveBack = () =>
  giveBackPaid(site.desk.stripe, { subscription: plan, since: null, reason: 'Paid twice.' }, site.desk.services);
const refunds = async () => (await site.desk.stripe.refunds.list()).data;
const states = async () => (await refunds()).map(({ status }) => status);
const fail = async () => site.sandbox.control.failRefund({ refund: found((await refunds())[0], 'refund').id });

it('tries a refund again that failed, and gives up after three', async () => {
  await giveBack();
  await giveBack();
  expect(await states()).toEqual(['succeeded']);
  await fail();
  await giveBack();
  expect(await states()).toEqual(['succeeded', 'failed']);
  for (let time = 0; time < 3; time++) {
    if ((await states())[0] !== 'failed') await fail();
    await giveBack();
  }
  expect(await states()).toEqual(['failed', 'failed', 'failed']);
});

it('gives back the credit that paid a part, once', async () => {
  const { stripe } = site.desk;
  const owner = await site.desk.owner();
  const page = await site.desk.openUpgrade(owner);
  const { customer } = await stripe.checkout.sessions.retrieve(page);
  const balance = async () => (await stripe.customers.retrieve(String(customer))) as Stripe.Customer;
  await stripe.customers.createBalanceTransaction(String(customer), { amount: -500, currency: 'usd' });
  await site.desk.payUpgrade(page);
  await site.desk.deliverAll();
  plan = only(await site.desk.subscriptionsOf(owner), 'plan').id;
  expect((await balance()).balance).toBe(0);
  await giveBack();
  await giveBack();
  expect((await balance()).balance).toBe(-500);
  expect((await refunds()).map(({ amount }) => amount)).toEqual([2400]);
});

it('gives the payment back, and no credit, to a customer who is deleted at the payment service', async () => {
  const { stripe } = site.desk;
  const owner = await site.desk.owner();
  const page = await site.desk.openUpgrade(owner);
  const customer = String((await stripe.checkout.sessions.retrieve(page)).customer);
  await stripe.customers.createBalanceTransaction(customer, { amount: -500, currency: 'usd' });
  await site.desk.payUpgrade(page);
  await site.desk.deliverAll();
  plan = only(await site.desk.subscriptionsOf(owner), 'plan').id;
  await stripe.customers.del(customer);
  await giveBack();
  expect((await refunds()).map(({ amount }) => amount)).toEqual([2400]);
});

it('queues the sync of a plan once, whoever asks for it', async () => {
  const { services } = site.desk;
  await queueSync(database.db, { kind: 'subscription', id: plan });
  const run = { ...services, jobId: plan, queuedAt: new Date(), retryCount: 0 };
  await endSubscriptionJob.run({ subscriptionId: plan, reason: 'staff' }, run);
  const { rows } = await database.pool.query("select data from pgboss.job where name = 'sync-stripe-object'");
  expect(rows).toEqual([{ data: { kind: 'subscription', id: plan } }]);
});
