import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from '../start-sandbox.ts';
import { refusalOf } from '../testing/billing.ts';
import { testClient } from '../testing/client.ts';

let running: RunningSandbox;
let stripe: Stripe;
let month: Stripe.Price;
let once: Stripe.Price;

beforeAll(async () => {
  running = await startSandbox();
  stripe = testClient(running);
  const product = await stripe.products.create({ name: 'Standard claim' });
  const base = { product: product.id, currency: 'usd', unit_amount: 2500 };
  month = await stripe.prices.create({ ...base, recurring: { interval: 'month' } });
  once = await stripe.prices.create(base);
});
afterAll(() => running.stop());

const open = (change: Partial<Stripe.Checkout.SessionCreateParams>) =>
  stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price: month.id, quantity: 1 }],
    subscription_data: { metadata: { kind: 'claim' } },
    success_url: 'https://site.example/done',
    ...change,
  });

test.each<[string, object, string]>([
  ['mode', { mode: undefined }, 'mode'],
  ['success_url', { success_url: undefined }, 'success_url'],
  ['success_url', { success_url: 'nowhere' }, 'success_url'],
  ['line_items', { line_items: [] }, 'line_items'],
  ['a quantity', { line_items: [{ price: 'month' }] }, 'line_items[0][quantity]'],
  ['a price that is there', { line_items: [{ price: 'price_none', quantity: 1 }] }, 'line_items[0][price]'],
  ['a price that recurs', { line_items: [{ price: 'once', quantity: 1 }] }, 'line_items'],
  ['a price paid once', { mode: 'payment', subscription_data: undefined }, 'line_items'],
  ['a time at least 30 minutes away', { expires_at: 'now + 29 min' }, 'expires_at'],
  ['a time at most 24 hours away', { expires_at: 'now + 25 h' }, 'expires_at'],
  ['no subscription_data for a payment', { mode: 'payment' }, 'subscription_data'],
  ['no old names', { ui_mode: 'hosted' }, 'ui_mode'],
  ['no payment_method_types', { payment_method_types: ['card'] }, 'payment_method_types'],
])('a session wants %s', async (_name, change, param) => {
  const now = running.sandbox.clock.now();
  const named: Record<string, unknown> = {
    month: month.id,
    once: once.id,
    'now + 29 min': now + 29 * 60,
    'now + 25 h': now + 25 * 3600,
  };
  const text = JSON.stringify({ all: change }, (_key, value) => (value === undefined ? null : (named[value] ?? value)));
  const params = Object.entries(JSON.parse(text).all).map(([key, value]) => [key, value ?? undefined]);
  expect(await refusalOf(open(Object.fromEntries(params)))).toMatchObject({ statusCode: 400, param });
});
