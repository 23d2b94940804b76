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
  subscribe,
  watch,
} from './testing/billing.ts';
import { testClient } from './testing/client.ts';

let running: RunningSandbox;
let stripe: Stripe;
let month: Stripe.Price;

beforeEach(async () => {
  running = await startSandbox();
  stripe = testClient(running);
  const product = await stripe.products.create({ name: 'Owner premium' });
  month = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 2900,
    recurring: { interval: 'month' },
  });
});
afterEach(async () => {
  const wrong = eventFaults(running);
  await running.stop();
  expect(wrong).toEqual([]);
});

const advance = (days: number) => running.control.advance({ seconds: days * day });
const read = (subscription: { id: string }) => stripe.subscriptions.retrieve(subscription.id);
const daysUntil = (moment: number) => (moment - running.sandbox.clock.now()) / day;

describe('renewals', () => {
  test('fourteen months on the sandbox clock: one paid invoice a month, each for its own period', async () => {
    const { subscription } = await subscribe(stripe, { price: month.id });
    const since = watch(running);
    for (let count = 0; count < 14; count++) advance(daysUntil(periodEnd(await read(subscription))) + 0.1);
    expect(since.types()).toEqual(Array.from({ length: 14 }, () => paidRenewal).flat());
    expect(since.all()[0]?.data.previous_attributes).toMatchObject({
      items: { data: [{ current_period_end: periodEnd(subscription) }] },
      latest_invoice: subscription.latest_invoice,
    });
    const invoices = await stripe.invoices.list({ subscription: subscription.id, limit: 20 });
    expect(invoices.data).toHaveLength(15);
    const periods = invoices.data.map((invoice) => invoice.lines.data[0]?.period).reverse();
    for (const [index, period] of periods.entries()) {
      if (index > 0) expect(period?.start).toBe(periods[index - 1]?.end);
    }
    expect(new Set(invoices.data.map(({ number }) => number)).size).toBe(15);
    expect(invoices.data.map(({ billing_reason: reason }) => reason)).toContain('subscription_create');
  });

  test('a test clock moves its own customers only', async () => {
    const now = Math.floor(Date.parse('2027-01-31T12:00:00Z') / 1000);
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: now });
    const { subscription } = await subscribe(stripe, { price: month.id, clock: clock.id });
    const other = await subscribe(stripe, { price: month.id });
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: now + 40 * day });
    await expect.poll(async () => (await stripe.testHelpers.testClocks.retrieve(clock.id)).status).toBe('ready');
    const renewed = await read(subscription);
    expect(new Date(periodEnd(renewed) * 1000).toISOString()).toBe('2027-03-31T12:00:00.000Z');
    expect((await stripe.invoices.list({ subscription: subscription.id })).data[0]).toMatchObject({
      billing_reason: 'subscription_cycle',
      created: Math.floor(Date.parse('2027-02-28T12:00:00Z') / 1000),
    });
    const events = await stripe.events.list({ type: 'customer.subscription.updated' });
    expect(events.data[0]?.created).toBe(Math.floor(Date.parse('2027-02-28T12:00:00Z') / 1000));
    expect(periodEnd(await read(other.subscription))).toBe(periodEnd(other.subscription));
  });

  test('one that fails is tried again on days 3, 5, 7 and 14, then the subscription ends', async () => {
    const { customer, subscription } = await subscribe(stripe, { price: month.id });
    await becomesUnpayable(stripe, customer, subscription);
    const since = watch(running);
    advance(daysUntil(periodEnd(subscription)) + 0.01);
    expect(since.types()).toEqual([
      'customer.subscription.updated',
      'invoice.created',
      'invoice.finalized',
      ...failedCharge,
      'customer.subscription.updated',
    ]);
    expect(since.all().at(-1)?.data).toMatchObject({
      object: { status: 'past_due' },
      previous_attributes: { status: 'active' },
    });
    const failures: [number, number | null][] = [];
    for (let passed = 0; passed < 14; passed++) {
      const before = watch(running);
      advance(1);
      const failed = before.all().find(({ type }) => type === 'invoice.payment_failed');
      const invoice = failed?.data.object as Stripe.Invoice | undefined;
      if (invoice) failures.push([passed + 1, invoice.next_payment_attempt]);
    }
    expect(failures.map(([on]) => on)).toEqual([3, 5, 7, 14]);
    expect(failures.at(-1)?.[1]).toBeNull();
    expect(since.types().at(-1)).toBe('customer.subscription.deleted');
    expect(await read(subscription)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    });
  });

  test('one that fails leaves the subscription unpaid where the account is set so', async () => {
    running.control.afterLastRetry({ status: 'unpaid' });
    const { customer, subscription } = await subscribe(stripe, { price: month.id });
    await becomesUnpayable(stripe, customer, subscription);
    advance(daysUntil(periodEnd(subscription)) + 15);
    expect(await read(subscription)).toMatchObject({ status: 'unpaid' });
    const good = await card(stripe, customer.id);
    const [open] = (await stripe.invoices.list({ customer: customer.id, status: 'open' })).data;
    await stripe.invoices.pay(open?.id ?? '', { payment_method: good.id });
    expect(await read(subscription)).toMatchObject({ status: 'active' });
  });

  test('one that fails is mended by another card', async () => {
    const { customer, subscription } = await subscribe(stripe, { price: month.id });
    await becomesUnpayable(stripe, customer, subscription);
    advance(daysUntil(periodEnd(subscription)) + 0.01);
    const good = await card(stripe, customer.id);
    await stripe.subscriptions.update(subscription.id, { default_payment_method: good.id });
    const since = watch(running);
    advance(3);
    expect(since.types()).toEqual([
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice.paid',
      'invoice.payment_succeeded',
      'invoice_payment.paid',
      'customer.subscription.updated',
    ]);
    expect(await read(subscription)).toMatchObject({ status: 'active' });
    advance(20);
    expect(since.types()).toHaveLength(6);
  });
});
