import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from './start-sandbox.ts';
import { eventFaults, refusalOf, watch } from './testing/billing.ts';
import { testClient } from './testing/client.ts';
import { hostedPage } from './testing/hosted-page.ts';

let running: RunningSandbox;
let stripe: Stripe;
let month: Stripe.Price;

beforeAll(async () => {
  running = await startSandbox();
  stripe = testClient(running);
  const product = await stripe.products.create({ name: 'Standard claim' });
  month = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 2500,
    recurring: { interval: 'month' },
    lookup_key: 'claim_standard_month',
  });
});
afterEach(() => {
  expect(eventFaults(running)).toEqual([]);
});
afterAll(() => running.stop());

const addresses = {
  success_url: 'https://site.example/done?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'https://site.example/claim-business',
};

async function open(params: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const customer = await stripe.customers.create({ email: 'ana@site.example', name: 'Ana Example' });
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: month.id, quantity: 1 }],
    allowed_payment_method_types: ['card'],
    client_reference_id: 'claim-1',
    metadata: { kind: 'claim' },
    subscription_data: { metadata: { kind: 'claim' } },
    ...addresses,
    ...params,
  });
  return { customer, session };
}

const hold: Partial<Stripe.Checkout.SessionCreateParams> = {
  payment_method_collection: 'always',
  custom_text: { submit: { message: 'You are not charged until your claim is approved.' } },
  subscription_data: {
    trial_period_days: 14,
    trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    metadata: { kind: 'claim' },
  },
};

const once49: Partial<Stripe.Checkout.SessionCreateParams> = { mode: 'payment' };

const { submit, post, view } = hostedPage(() => running.url);
const doneAddress = ({ id }: { id: string }) => `https://site.example/done?session_id=${id}`;

describe('a subscription', () => {
  test('is paid on the hosted page, once, with its events in order', async () => {
    const { customer, session } = await open();
    expect(session).toMatchObject({ status: 'open', amount_total: 2500, payment_status: 'unpaid', subscription: null });
    const page = await view(new URL(session.url ?? '').pathname);
    expect(page.text).toContain('Standard claim');
    expect(page.text).toContain('$25.00');
    expect(page.text).toContain('per month');
    expect(page.text).toContain('ana@site.example');
    expect(page.text).toContain('href="https://site.example/claim-business"');

    const since = watch(running);
    expect(await submit(session)).toMatchObject({ status: 303, location: doneAddress(session) });
    expect(since.types()).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_method.attached',
      'payment_intent.succeeded',
      'customer.subscription.created',
      'invoice.created',
      'invoice.finalized',
      'invoice.paid',
      'invoice.payment_succeeded',
      'invoice_payment.paid',
      'checkout.session.completed',
    ]);
    expect(await submit(session)).toMatchObject({ status: 303, location: doneAddress(session) });
    expect(since.types()).toHaveLength(11);

    const paid = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['line_items', 'subscription', 'invoice.payments', 'customer'],
    });
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      client_reference_id: 'claim-1',
      customer: { id: customer.id },
      customer_details: { email: 'ana@site.example', name: 'Ana Example' },
      line_items: { data: [{ price: { id: month.id }, quantity: 1, amount_total: 2500 }] },
      subscription: {
        status: 'active',
        metadata: { kind: 'claim' },
        billing_mode: { type: 'flexible' },
        items: { data: [{ price: { id: month.id } }] },
      },
      invoice: { status: 'paid', amount_paid: 2500, billing_reason: 'subscription_create' },
    });
    const invoice = paid.invoice as Stripe.Invoice;
    const intent = invoice.payments?.data[0]?.payment.payment_intent as string;
    const found = await stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: intent } });
    expect(found.data).toMatchObject([{ invoice: invoice.id, status: 'paid', amount_paid: 2500 }]);
    const period = (paid.subscription as Stripe.Subscription).items.data[0];
    expect(invoice.lines.data[0]?.period).toEqual({
      start: period?.current_period_start,
      end: period?.current_period_end,
    });
    expect((await view(`/c/pay/${session.id}`)).text).toContain('all done');
    const lists = await Promise.all([
      stripe.checkout.sessions.list({ customer: customer.id, status: 'complete' }),
      stripe.checkout.sessions.list({ subscription: (paid.subscription as Stripe.Subscription).id }),
      stripe.checkout.sessions.list({ customer: customer.id, status: 'open' }),
    ]);
    expect(lists.map(({ data }) => data.length)).toEqual([1, 1, 0]);
  });

  test('stays open after a refusal, which stands beside the field, and takes another card', async () => {
    const { session } = await open();
    const since = watch(running);
    const refused = await submit(session, '4000000000009995', { name: 'Ana "Q" Example' });
    expect(refused.location).toContain('?again');
    expect(refused.text).toMatch(/id="number-fault" role="alert">Your card has insufficient funds\./);
    expect(refused.text).toContain('value="Ana &quot;Q&quot; Example"');
    expect(refused.text).not.toContain('4000000000009995');
    expect((await submit(session, '4000000000000127')).text).toMatch(
      /id="cvc-fault"[^<]*>Your card&#39;s security code/,
    );
    expect(since.types()).toEqual([
      'payment_intent.created',
      'charge.failed',
      'payment_intent.payment_failed',
      'charge.failed',
      'payment_intent.payment_failed',
    ]);
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'open', subscription: null });
    expect(await submit(session)).toMatchObject({ location: doneAddress(session) });
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'complete' });
  });

  test('asks for what is missing before any bank is asked', async () => {
    const { session } = await open({ customer: undefined as never });
    const since = watch(running);
    const refused = await submit(session, '4242', { email: 'ana', expiry: '01 / 20', cvc: '' });
    expect(refused.text).toContain('Your email is incomplete.');
    expect(refused.text).toContain('Your card number is incomplete.');
    expect(refused.text).toContain('Your card&#39;s expiration year is in the past.');
    expect(refused.text).toContain('Your card&#39;s security code is incomplete.');
    expect(since.types()).toEqual([]);
    await submit(session, '4242424242424242', { email: 'new@site.example', name: 'New', zip: '78212' });
    expect(since.types().slice(0, 2)).toEqual(['customer.created', 'payment_intent.created']);
    const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['customer'] });
    expect(paid).toMatchObject({
      customer: { email: 'new@site.example' },
      customer_details: { address: { postal_code: '78212', country: 'US' } },
    });
  });

  test.each([
    ['complete', 'complete', 'customer.subscription.created'],
    ['fail', 'open', 'payment_intent.payment_failed'],
  ])('waits for a confirmation that ends with %s', async (answer, status, event) => {
    const { session } = await open();
    const since = watch(running);
    const first = await submit(session, '4000002500003155');
    const challenge = new URL(first.location ?? '', running.url);
    expect((await view(challenge.pathname + challenge.search)).text).toContain('value="complete">Complete</button>');
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'open' });
    const back = await post(challenge.pathname + challenge.search, { answer });
    expect(since.types().slice(0, 2)).toEqual(['payment_intent.created', 'payment_intent.requires_action']);
    expect(since.types()).toContain(event);
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status });
    if (status === 'complete') {
      expect(back.location).toBe(doneAddress(session));
    } else {
      expect(back.location).toBe(`${running.url}/c/pay/${session.id}`);
      expect((await view(`/c/pay/${session.id}`)).text).toContain('We are unable to authenticate your payment method.');
    }
  });
});

describe('a hold', () => {
  test('keeps the card and charges nothing', async () => {
    const { customer, session } = await open(hold);
    expect(session).toMatchObject({ amount_total: 0 });
    const page = (await view(`/c/pay/${session.id}`)).text;
    expect(page).toContain('14 days free');
    expect(page).toContain('Then $25.00 per month');
    expect(page).toContain('You are not charged until your claim is approved.');
    const since = watch(running);
    await submit(session);
    expect(since.types()).toEqual([
      'payment_method.attached',
      'customer.subscription.created',
      'invoice.created',
      'invoice.finalized',
      'invoice.paid',
      'checkout.session.completed',
    ]);
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription', 'invoice'] });
    expect(done).toMatchObject({
      payment_status: 'no_payment_required',
      subscription: { status: 'trialing', trial_settings: { end_behavior: { missing_payment_method: 'cancel' } } },
      invoice: { total: 0, status: 'paid' },
    });
    const { trial_end: end, trial_start: start, items } = done.subscription as Stripe.Subscription;
    expect((end ?? 0) - (start ?? 0)).toBe(14 * 86_400);
    expect(items.data[0]?.current_period_end).toBe(end);
    expect((await stripe.charges.list({ customer: customer.id })).data).toEqual([]);
  });

  test('refuses a card that its bank refuses, and asks for a confirmation first', async () => {
    const { session } = await open(hold);
    const since = watch(running);
    expect((await submit(session, '4000000000000002')).text).toContain('Your card was declined.');
    const first = await submit(session, '4000002500003155');
    const path = new URL(first.location ?? '').pathname;
    expect(await post(path, { answer: 'fail' })).toMatchObject({ location: `${running.url}/c/pay/${session.id}` });
    expect((await view(`/c/pay/${session.id}`)).text).toContain('We are unable to authenticate');
    expect(since.types()).toEqual([]);
    await submit(session, '4000002500003155');
    expect(await post(path, { answer: 'complete' })).toMatchObject({ location: doneAddress(session) });
    expect(since.types()).toContain('checkout.session.completed');
  });
});

test('a single payment needs no customer', async () => {
  const { session } = await open({
    ...once49,
    customer: undefined as never,
    customer_email: 'guest@site.example',
    subscription_data: undefined as never,
    line_items: [
      { price_data: { currency: 'usd', unit_amount: 4900, product_data: { name: 'Listing' } }, quantity: 2 },
    ],
  });
  expect(session.amount_total).toBe(9800);
  const since = watch(running);
  await submit(session, '4242424242424242', { email: 'guest@site.example' });
  expect(since.types()).toEqual([
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'checkout.session.completed',
  ]);
  const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });
  expect(paid).toMatchObject({ payment_status: 'paid', customer: null, payment_intent: { amount_received: 9800 } });
});

test('a session ends when it is expired, by hand or by time', async () => {
  const now = running.sandbox.clock.now();
  const [first, second] = [await open(), await open({ expires_at: now + 31 * 60 })];
  const since = watch(running);
  expect(await stripe.checkout.sessions.expire(first.session.id)).toMatchObject({ status: 'expired', url: null });
  running.control.advance({ seconds: 32 * 60 });
  expect(since.types()).toEqual(['checkout.session.expired', 'checkout.session.expired']);
  expect(await stripe.checkout.sessions.retrieve(second.session.id)).toMatchObject({ status: 'expired' });
  const page = await view(`/c/pay/${second.session.id}`);
  expect(page.text).toContain('expired');
  expect((await submit(second.session)).text).toContain('This page has expired');
  expect(await refusalOf(stripe.checkout.sessions.expire(first.session.id))).toMatchObject({ statusCode: 400 });
});

test("Stripe's command line can pay a session", async () => {
  const { session } = await open();
  const call = async (path: string, form?: Record<string, string>) => {
    const answer = await fetch(`${running.url}/v1/${path}`, {
      headers: { authorization: `Bearer ${running.secretKey}` },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const { body: page } = await call(`payment_pages/${session.id}`);
  const { body: method } = await call('payment_methods', { type: 'card', 'card[token]': 'tok_visa' });
  const wrong = await call(`payment_pages/${page.id}/confirm`, { payment_method: method.id, expected_amount: '1' });
  expect(wrong.status).toBe(400);
  const paid = await call(`payment_pages/${page.id}/confirm`, { payment_method: method.id, expected_amount: '2500' });
  expect(paid.body).toMatchObject({ status: 'complete', payment_status: 'paid' });
});
