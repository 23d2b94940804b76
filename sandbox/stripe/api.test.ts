import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RunningSandbox, startSandbox } from './start-sandbox.ts';
import { testClient } from './testing/client.ts';
import { faultsOf } from './testing/strict.ts';

vi.setConfig({ testTimeout: 30_000 });
/** Long enough for a busy machine. */
const soon = { timeout: 15_000 };

let running: RunningSandbox;
let stripe: Stripe;

beforeAll(async () => {
  running = await startSandbox();
  stripe = testClient(running);
});
afterAll(() => running.stop());

interface Raw {
  key?: string;
  headers?: Record<string, string>;
  method?: string;
}

/** Sends a request without Stripe's library, as any program could. */
async function raw(path: string, form = '', { key = running.secretKey, headers = {}, method = 'POST' }: Raw = {}) {
  const answer = await fetch(`${running.url}${path}`, {
    method,
    headers: { ...(key === '' ? {} : { authorization: `Bearer ${key}` }), ...headers },
    ...(method === 'GET' ? {} : { body: form }),
  });
  const body = await answer.json();
  expect(faultsOf(body)).toEqual([]);
  return { status: answer.status, headers: answer.headers, body };
}

const intent = 'amount=4900&currency=usd';

describe('refusals in words of Stripe', () => {
  test.each([
    ['amount=4900', { code: 'parameter_missing', param: 'currency', message: 'Missing required param: currency.' }],
    [`${intent}&foo=1`, { code: 'parameter_unknown', param: 'foo', message: 'Received unknown parameter: foo' }],
    [`${intent}&shipping[name]=a&shipping[address][nowhere]=b`, { param: 'shipping[address][nowhere]' }],
    [
      'amount=abc&currency=usd',
      { code: 'parameter_invalid_integer', param: 'amount', message: 'Invalid integer: abc' },
    ],
    [`${intent}&confirm=maybe`, { param: 'confirm', message: 'Invalid boolean: maybe' }],
    [
      `${intent}&capture_method=never`,
      {
        param: 'capture_method',
        message: 'Invalid capture_method: must be one of automatic, manual, or automatic_async',
      },
    ],
    [`${intent}&description=`, { code: 'parameter_invalid_empty', param: 'description' }],
    [`${intent}&metadata=a`, { param: 'metadata' }],
    ['amount=49&currency=usd', { code: 'amount_too_small', param: 'amount' }],
    [
      `${intent}&customer=cus_none`,
      { code: 'resource_missing', param: 'customer', message: "No such customer: 'cus_none'" },
    ],
    [`${intent}&expand[]=amount`, { param: 'expand' }],
  ])('%s', async (form, error) => {
    const { status, body } = await raw('/v1/payment_intents', form);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ type: 'invalid_request_error', ...error });
  });

  test('what is not there, and addresses that never were', async () => {
    expect(await raw('/v1/payment_intents/pi_none', '', { method: 'GET' })).toMatchObject({
      status: 404,
      body: { error: { code: 'resource_missing', param: 'id', message: "No such payment_intent: 'pi_none'" } },
    });
    expect((await raw('/v1/nothing', '', { method: 'GET' })).body.error.message).toContain('Unrecognized request URL');
  });

  test('keys: none, a wrong one, a live one', async () => {
    const withKey = (key: string) => raw('/v1/customers', '', { key });
    expect((await withKey('')).body.error.message).toContain('You did not provide an API key');
    for (const key of ['sk_test_wrongwrongwrong', running.secretKey.replace('test', 'live')]) {
      const { status, body } = await withKey(key);
      expect(status).toBe(401);
      expect(body.error.message).toContain('Invalid API Key provided: sk_');
      expect(body.error.message).not.toContain(key);
    }
  });

  test('versions: only the one it speaks, and callers that name none', async () => {
    const inVersion = (version: string, form: string) =>
      raw('/v1/payment_intents', form, { headers: { 'stripe-version': version } });
    expect((await inVersion('2020-08-27', intent)).status).toBe(400);
    const gone = `${intent}&payment_method_types[]=card`;
    expect((await inVersion('2026-10-28.endive', gone)).body.error).toMatchObject({
      code: 'payment_method_types_no_longer_supported',
    });
    expect((await raw('/v1/payment_intents', gone)).body).toMatchObject({ allowed_payment_method_types: ['card'] });
  });
});

describe('idempotency', () => {
  const keyed = (key: string, form: string, path = '/v1/payment_intents') =>
    raw(path, form, { headers: { 'idempotency-key': key } });

  test('the same request again gets the same answer, another is refused', async () => {
    const first = await keyed('k1', intent);
    const again = await keyed('k1', intent);
    expect(again.body).toEqual(first.body);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('idempotency-key')).toBe('k1');
    expect(again.headers.get('request-id')).toMatch(/^req_/);
    expect(await keyed('k1', 'amount=9900&currency=usd')).toMatchObject({
      status: 400,
      body: { error: { type: 'idempotency_error' } },
    });
    expect((await keyed('k1', 'email=a@example.com', '/v1/customers')).status).toBe(400);
  });

  test('a refused card is remembered, a refused parameter is not', async () => {
    const declined = `${intent}&payment_method=pm_card_chargeDeclined&confirm=true`;
    const first = await keyed('k2', declined);
    const again = await keyed('k2', declined);
    expect(first.status).toBe(402);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);

    expect((await keyed('k3', 'amount=10&currency=usd')).status).toBe(400);
    expect((await keyed('k3', intent)).status).toBe(200);
  });

  test('twice at once: one is carried out, the other told to come back', async () => {
    running.control.faults({ latencyMs: 60_000 });
    const both = [keyed('k4', intent), keyed('k4', intent)];
    expect((await Promise.race(both)).status).toBe(409);
    running.control.faults({ latencyMs: 0 });
    const answers = await Promise.all(both);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.error.code).toBe('idempotency_key_in_use');
  });

  test("an answer lost on its way: the library's second try finds what the first one made", async () => {
    running.control.faults({ loseNextAnswers: 1 });
    const patient = testClient(running, { maxNetworkRetries: 1 });
    const made = await patient.paymentIntents.create({ amount: 4900, currency: 'usd', metadata: { order: 'lost' } });
    const { data } = await stripe.paymentIntents.list({ limit: 100 });
    expect(data.filter(({ metadata }) => metadata.order === 'lost').map(({ id }) => id)).toEqual([made.id]);
  });

  test('keys are forgotten after a day', async () => {
    const first = await keyed('k5', intent);
    running.control.advance({ seconds: 25 * 3600 });
    const later = await keyed('k5', intent);
    expect(later.body.id).not.toBe(first.body.id);
  });
});

test('lists: newest first, page by page, by time, and all of it through the library', async () => {
  const made: string[] = [];
  for (let index = 0; index < 7; index++) {
    made.push((await stripe.customers.create({ email: index < 5 ? 'many@example.com' : 'other@example.com' })).id);
  }
  const wanted = made.slice(0, 5).reverse();
  const first = await stripe.customers.list({ email: 'many@example.com', limit: 2 });
  expect(first).toMatchObject({ has_more: true, url: '/v1/customers' });
  expect(first.data.map(({ id }) => id)).toEqual(wanted.slice(0, 2));
  const third = await stripe.customers.list({ email: 'many@example.com', limit: 2, starting_after: wanted[3] ?? '' });
  expect(third).toMatchObject({ has_more: false, data: [{ id: wanted[4] }] });
  const back = await stripe.customers.list({ email: 'many@example.com', limit: 2, ending_before: wanted[3] ?? '' });
  expect(back.data.map(({ id }) => id)).toEqual(wanted.slice(1, 3));
  const all = await stripe.customers.list({ email: 'many@example.com', limit: 2 }).autoPagingToArray({ limit: 100 });
  expect(all.map(({ id }) => id)).toEqual(wanted);
  const now = running.sandbox.clock.now();
  expect((await stripe.customers.list({ created: { gt: now + 60 } })).data).toEqual([]);
  await expect(stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
});

test('products and prices: expansion two levels deep, a lookup key for one price only', async () => {
  const product = await stripe.products.create({
    name: 'Claim',
    default_price_data: { currency: 'usd', unit_amount: 100 },
  });
  const price = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 2500,
    recurring: { interval: 'month' },
    product: product.id,
    lookup_key: 'claim_standard_month',
  });
  expect(price.unit_amount_decimal?.toString()).toBe('2500');
  await expect(
    stripe.prices.create({ currency: 'usd', unit_amount: 1, product: product.id, lookup_key: 'claim_standard_month' }),
  ).rejects.toMatchObject({ param: 'lookup_key' });
  const next = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 3000,
    recurring: { interval: 'month' },
    product: product.id,
    lookup_key: 'claim_standard_month',
    transfer_lookup_key: true,
  });
  const found = await stripe.prices.list({
    lookup_keys: ['claim_standard_month'],
    expand: ['data.product.default_price'],
  });
  expect(found.data.map(({ id }) => id)).toEqual([next.id]);
  expect(found.data[0]?.product).toMatchObject({ name: 'Claim', default_price: { unit_amount: 100 } });
  expect((await stripe.products.update(product.id, { metadata: { a: '1', b: '2' } })).metadata).toEqual({
    a: '1',
    b: '2',
  });
  expect((await stripe.products.update(product.id, { metadata: { a: '' } })).metadata).toEqual({ b: '2' });
});

test('a deleted customer leaves a stub and its events', async () => {
  const customer = await stripe.customers.create({
    email: 'gone@example.com',
    payment_method: 'pm_card_visa',
    invoice_settings: { default_payment_method: 'pm_card_visa' },
  });
  expect(customer.invoice_settings.default_payment_method).toMatch(/^pm_/);
  await stripe.customers.update(customer.id, { name: 'Ana' });
  await stripe.customers.del(customer.id);
  expect(await stripe.customers.retrieve(customer.id)).toEqual(
    expect.objectContaining({ id: customer.id, deleted: true }),
  );
  const { data } = await stripe.events.list({ types: ['customer.*'], limit: 100 });
  const own = data.filter(({ data: { object } }) => (object as { id: string }).id === customer.id);
  expect(own.map(({ type }) => type)).toEqual(['customer.deleted', 'customer.updated', 'customer.created']);
  expect(own[1]?.data.previous_attributes).toEqual({ name: null });
  expect(own[1]?.request?.idempotency_key).toMatch(/^stripe-node-retry-/);
});

test('a test clock stands still until it is moved', async () => {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: 2_000_000_000, name: 'months' });
  const customer = await stripe.customers.create({ test_clock: clock.id });
  expect(customer.created).toBe(2_000_000_000);
  const advancing = await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: 2_000_100_000 });
  expect(advancing).toMatchObject({ status: 'advancing', status_details: { advancing: {} } });
  await expect.poll(async () => (await stripe.testHelpers.testClocks.retrieve(clock.id)).status, soon).toBe('ready');
  expect(running.sandbox.clock.nowFor(customer.id)).toBe(2_000_100_000);
  await expect(stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: 1 })).rejects.toMatchObject({
    statusCode: 400,
  });
  await stripe.testHelpers.testClocks.del(clock.id);
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true });
});

test('only this machine, under its own names, and control routes only with the secret key', async () => {
  const { request } = await import('node:http');
  const status = await new Promise((answered) => {
    request(`${running.url}/v1/customers`, { headers: { host: 'evil.example' } }, ({ statusCode }) =>
      answered(statusCode),
    ).end();
  });
  expect(status).toBe(421);
  const control = (name: string, key: string) =>
    fetch(`${running.url}/_sandbox/${name}`, {
      method: 'POST',
      body: '{}',
      headers: { authorization: `Bearer ${key}` },
    });
  expect((await control('behave', running.publishableKey)).status).toBe(401);
  expect((await control('behave', running.secretKey)).status).toBe(200);
  expect((await control('nothing', running.secretKey)).status).toBe(404);
});
