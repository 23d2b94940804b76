import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from './start-sandbox.ts';
import {
  becomesUnpayable,
  card,
  day,
  eventFaults,
  failedCharge,
  paidRenewal,
  periodEnd,
  refusalOf,
  subscribe,
  watch,
} from './testing/billing.ts';
import { testClient } from './testing/client.ts';

let running: RunningSandbox;
let stripe: Stripe;
let month: Stripe.Price;
let cheap: Stripe.Price;
let year: Stripe.Price;

beforeEach(async () => {
  running = await startSandbox();
  stripe = testClient(running);
  const product = await stripe.products.create({ name: 'Owner premium' });
  const price = (amount: number, interval: 'month' | 'year') =>
    stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: amount, recurring: { interval } });
  [month, cheap, year] = await Promise.all([price(2900, 'month'), price(1900, 'month'), price(29_000, 'year')]);
});
afterEach(async () => {
  const wrong = eventFaults(running);
  await running.stop();
  expect(wrong).toEqual([]);
});

const advance = (days: number) => running.control.advance({ seconds: days * day });
const read = (subscription: { id: string }) => stripe.subscriptions.retrieve(subscription.id);
const daysUntil = (moment: number) => (moment - running.sandbox.clock.now()) / day;

describe('a hold that ends', () => {
  test('now is charged at once', async () => {
    const { customer, subscription } = await subscribe(stripe, { price: month.id, hold: true });
    expect(subscription).toMatchObject({ status: 'trialing' });
    advance(3);
    const since = watch(running);
    const now = running.sandbox.clock.now();
    const ended = await stripe.subscriptions.update(subscription.id, { trial_end: 'now', proration_behavior: 'none' });
    expect(ended.status).toBe('active');
    expect(ended.items.data[0]?.current_period_start).toBeGreaterThanOrEqual(now);
    expect(since.types()).toEqual(paidRenewal);
    expect(since.all()[0]?.data.previous_attributes).toMatchObject({
      status: 'trialing',
      trial_end: subscription.trial_end,
      latest_invoice: subscription.latest_invoice,
    });
    const { data } = await stripe.charges.list({ customer: customer.id });
    expect(data).toMatchObject([{ amount: 2900, paid: true }]);
  });

  test.each([
    ['4000000000000341', 'card_declined'],
    ['4000002760003184', 'authentication_required'],
  ])('with the card %s becomes past due: %s', async (number, code) => {
    const { subscription } = await subscribe(stripe, { price: month.id, number, hold: true });
    const since = watch(running);
    const ended = await stripe.subscriptions.update(subscription.id, { trial_end: 'now', proration_behavior: 'none' });
    expect(ended.status).toBe('past_due');
    expect(since.types()).toEqual([
      'customer.subscription.updated',
      'invoice.created',
      'invoice.finalized',
      ...failedCharge,
      'customer.subscription.updated',
    ]);
    const invoice = await stripe.invoices.retrieve(ended.latest_invoice as string, {
      expand: ['payments.data.payment.payment_intent'],
    });
    expect(invoice).toMatchObject({
      status: 'open',
      attempt_count: 1,
      payments: { data: [{ payment: { payment_intent: { last_payment_error: { code } } } }] },
    });
  });

  test('by itself is charged after a warning', async () => {
    const { subscription } = await subscribe(stripe, { price: month.id, hold: true });
    const since = watch(running);
    advance(11.5);
    expect(since.types()).toEqual(['customer.subscription.trial_will_end']);
    advance(3);
    expect(since.types().slice(1)).toEqual(paidRenewal);
    expect(await read(subscription)).toMatchObject({ status: 'active' });
  });

  test('is canceled uncharged, also where no card is left', async () => {
    const { customer, subscription } = await subscribe(stripe, { price: month.id, hold: true });
    const since = watch(running);
    const canceled = await stripe.subscriptions.cancel(subscription.id, { invoice_now: false, prorate: false });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'cancellation_requested' } });
    expect(since.types()).toEqual(['customer.subscription.deleted']);
    expect(await refusalOf(stripe.subscriptions.cancel(subscription.id))).toMatchObject({ code: 'resource_missing' });

    const bare = await stripe.customers.create();
    const cardless = await stripe.subscriptions.create({
      customer: bare.id,
      items: [{ price: month.id }],
      trial_period_days: 1,
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    });
    advance(2);
    expect(await read(cardless)).toMatchObject({ status: 'canceled' });
    expect((await stripe.charges.list({ customer: customer.id })).data).toEqual([]);
  });
});

describe('an end', () => {
  test('at the end of the period is announced, can be taken back, and comes without a charge', async () => {
    const { subscription } = await subscribe(stripe, { price: month.id });
    const since = watch(running);
    const ending = await stripe.subscriptions.update(subscription.id, { cancel_at: 'min_period_end' });
    expect(ending).toMatchObject({ cancel_at: periodEnd(subscription), cancel_at_period_end: false, status: 'active' });
    await stripe.subscriptions.update(subscription.id, { cancel_at: '' });
    expect(await read(subscription)).toMatchObject({ cancel_at: null, canceled_at: null });
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    expect(since.types()).toEqual(Array(3).fill('customer.subscription.updated'));
    advance(daysUntil(periodEnd(subscription)) + 1);
    expect(since.types().slice(3)).toEqual(['customer.subscription.deleted']);
    expect(await read(subscription)).toMatchObject({ status: 'canceled', ended_at: periodEnd(subscription) });
    expect((await stripe.subscriptions.list({ customer: subscription.customer as string })).data).toEqual([]);
    const all = await stripe.subscriptions.list({ customer: subscription.customer as string, status: 'all' });
    expect(all.data).toHaveLength(1);
  });

  test('comes with the end of its customer', async () => {
    const { customer, subscription } = await subscribe(stripe, { price: month.id });
    const since = watch(running);
    await stripe.customers.del(customer.id);
    expect(since.types()[0]).toBe('customer.subscription.deleted');
    expect(since.types().at(-1)).toBe('customer.deleted');
    expect(await read(subscription)).toMatchObject({ status: 'canceled' });
    advance(60);
    expect(since.types().at(-1)).toBe('customer.deleted');
  });
});

describe('another price', () => {
  test('of the same interval counts from the next renewal', async () => {
    const { subscription } = await subscribe(stripe, { price: month.id });
    const [item] = subscription.items.data;
    const since = watch(running);
    await stripe.subscriptionItems.update(item?.id ?? '', { price: cheap.id, proration_behavior: 'none' });
    expect(since.types()).toEqual(['customer.subscription.updated']);
    advance(daysUntil(periodEnd(subscription)) + 1);
    const { data } = await stripe.invoices.list({ subscription: subscription.id });
    expect(data.map(({ total }) => total)).toEqual([1900, 2900]);
    const wrong = stripe.subscriptionItems.update(item?.id ?? '', { price: month.id });
    expect(await refusalOf(wrong)).toMatchObject({ param: 'proration_behavior' });
  });

  test('of another interval begins a new period, unless its charge fails', async () => {
    const { customer, subscription } = await subscribe(stripe, { price: month.id });
    const items = [{ id: subscription.items.data[0]?.id ?? '', price: year.id }];
    await becomesUnpayable(stripe, customer, subscription);
    const change = (behavior: 'error_if_incomplete' | 'allow_incomplete') =>
      stripe.subscriptions.update(subscription.id, { items, proration_behavior: 'none', payment_behavior: behavior });
    expect(await refusalOf(change('error_if_incomplete'))).toMatchObject({ code: 'card_declined', statusCode: 402 });
    expect((await read(subscription)).items.data[0]?.price.id).toBe(month.id);
    const good = await card(stripe, customer.id);
    await stripe.subscriptions.update(subscription.id, { default_payment_method: good.id });
    advance(5);
    const since = watch(running);
    const changed = await change('allow_incomplete');
    expect(since.types()).toEqual(paidRenewal);
    expect(daysUntil(periodEnd(changed))).toBeGreaterThan(364);
    expect((await stripe.invoices.retrieve(changed.latest_invoice as string)).total).toBe(29_000);
  });
});

describe('a first invoice that is not paid', () => {
  test('leaves the subscription incomplete; after 23 hours it is void', async () => {
    const { customer, subscription } = await subscribe(stripe, { price: month.id, number: '4000000000000341' });
    expect(subscription.status).toBe('incomplete');
    advance(1);
    expect(await read(subscription)).toMatchObject({ status: 'incomplete_expired' });
    const { data } = await stripe.invoices.list({ customer: customer.id });
    expect(data).toMatchObject([{ status: 'void' }]);
  });

  test('can be paid by hand', async () => {
    const { subscription } = await subscribe(stripe, { price: month.id, number: '4000000000000341' });
    const invoice = subscription.latest_invoice as string;
    expect(await refusalOf(stripe.invoices.pay(invoice))).toMatchObject({ code: 'card_declined' });
    const good = await card(stripe, subscription.customer as string);
    expect(await stripe.invoices.pay(invoice, { payment_method: good.id })).toMatchObject({ status: 'paid' });
    expect(await read(subscription)).toMatchObject({ status: 'active' });
    expect(await refusalOf(stripe.invoices.pay(invoice))).toMatchObject({ message: 'Invoice is already paid' });
    const payments = await stripe.invoicePayments.list({ invoice });
    expect(payments.data).toMatchObject([{ status: 'paid', amount_paid: 2900 }]);
  });

  test('may wait for the browser to pay it', async () => {
    const customer = await stripe.customers.create();
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: month.id }],
      payment_behavior: 'default_incomplete',
      expand: ['latest_invoice.confirmation_secret'],
    });
    const secret = (subscription.latest_invoice as Stripe.Invoice).confirmation_secret?.client_secret ?? '';
    await stripe.paymentIntents.confirm(secret.split('_secret_')[0] ?? '', { payment_method: 'pm_card_visa' });
    expect(await read(subscription)).toMatchObject({ status: 'active' });
  });

  test('makes no subscription when the caller wants all or nothing', async () => {
    const customer = await stripe.customers.create();
    const method = await card(stripe, customer.id, '4000000000000341');
    const tried = stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: month.id }],
      default_payment_method: method.id,
      payment_behavior: 'error_if_incomplete',
    });
    expect(await refusalOf(tried)).toMatchObject({ statusCode: 402 });
    expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual([]);
  });
});

test('a state file brings everything back, and what fell due meanwhile happens', async () => {
  const { subscription } = await subscribe(stripe, { price: month.id });
  const held = JSON.parse(JSON.stringify(running.sandbox.store));
  const again = await startSandbox({ keys: running.sandbox.keys });
  again.sandbox.store.fill(held);
  const client = testClient(again);
  again.control.advance({ seconds: 32 * day });
  const renewed = await client.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] });
  expect(renewed.latest_invoice).toMatchObject({ billing_reason: 'subscription_cycle', status: 'paid' });
  await again.stop();
});
