import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { finishChallenge } from './engine/pay.ts';
import { type RunningSandbox, startSandbox } from './start-sandbox.ts';
import { testClient } from './testing/client.ts';
import { faultsOf } from './testing/strict.ts';

vi.setConfig({ testTimeout: 30_000 });

let running: RunningSandbox;
let stripe: Stripe;

beforeAll(async () => {
  running = await startSandbox();
  stripe = testClient(running);
});
afterAll(() => running.stop());

const amount = { amount: 4900, currency: 'usd', allowed_payment_method_types: ['card' as const] };

async function pay(paymentMethod: string, extra: Partial<Stripe.PaymentIntentCreateParams> = {}) {
  return stripe.paymentIntents.create({ ...amount, payment_method: paymentMethod, confirm: true, ...extra });
}

const refusalOf = (promise: Promise<unknown>): Promise<Stripe.errors.StripeError> =>
  promise.then(
    () => {
      throw new Error('it was not refused');
    },
    (error) => error,
  );

function card(number: string) {
  return stripe.paymentMethods.create({
    type: 'card',
    card: { number, exp_month: 12, exp_year: 2040, cvc: '123' },
    billing_details: { name: 'Ana Example', address: { postal_code: '78212' } },
  });
}

async function eventsOf(id: string): Promise<string[]> {
  const { data } = await stripe.events.list({ limit: 100 });
  return data
    .filter(({ data: { object } }) => JSON.stringify(object).includes(id))
    .map(({ type }) => type)
    .reverse();
}

describe('cards', () => {
  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000000069', 'expired_card', 'expired_card'],
    ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc'],
    ['4000000000000119', 'processing_error', 'processing_error'],
    ['4000000000000341', 'card_declined', 'generic_decline'],
  ])('%s is refused with %s', async (number, code, declineCode) => {
    const method = await card(number);
    const error = await refusalOf(pay(method.id));
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code, decline_code: declineCode });
    expect(error.payment_intent).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code, charge: error.charge },
    });
    const charge = await stripe.charges.retrieve(error.charge ?? '', { expand: ['payment_intent'] });
    expect(charge).toMatchObject({ status: 'failed', paid: false, failure_code: code });
  });

  test.each(['4242424242424242', '5555555555554444', '4111111111111111'])('%s pays', async (number) => {
    const method = await card(number);
    const intent = await pay(method.id, { expand: ['latest_charge', 'payment_method'] });
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 4900 });
    expect(intent.latest_charge).toMatchObject({ paid: true, billing_details: { name: 'Ana Example' } });
    expect(await eventsOf(intent.id)).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
    ]);
  });

  test('a wrong number, a past date and a short code are refused before any bank is asked', async () => {
    const wrong = (details: object) =>
      refusalOf(
        stripe.paymentMethods.create({
          type: 'card',
          card: { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123', ...details },
        }),
      );
    expect(await wrong({ number: '4242424242424241' })).toMatchObject({ code: 'incorrect_number', param: 'number' });
    expect(await wrong({ exp_year: 2020 })).toMatchObject({ code: 'invalid_expiry_year' });
    expect(await wrong({ exp_month: 13 })).toMatchObject({ code: 'invalid_expiry_month' });
    expect(await wrong({ cvc: '12' })).toMatchObject({ code: 'invalid_cvc' });
  });

  test('a confirmation step stands between the card and the money', async () => {
    const method = await card('4000002500003155');
    const intent = await pay(method.id, { return_url: 'https://example.org/back' });
    expect(intent).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'redirect_to_url', redirect_to_url: { return_url: 'https://example.org/back' } },
    });
    const held = running.sandbox.store.paymentIntents.get(intent.id);
    finishChallenge(running.sandbox, held, false);
    const failed = await stripe.paymentIntents.retrieve(intent.id);
    expect(failed).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });

    await stripe.paymentIntents.confirm(intent.id, { payment_method: method.id });
    finishChallenge(running.sandbox, held, true);
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded' });
    expect(await eventsOf(intent.id)).toEqual([
      'payment_intent.created',
      'payment_intent.requires_action',
      'payment_intent.payment_failed',
      'payment_intent.requires_action',
      'charge.succeeded',
      'payment_intent.succeeded',
    ]);
    // After one confirmation, this card can be charged while its owner is away; the card that always asks cannot.
    expect(await pay(method.id, { off_session: true })).toMatchObject({ status: 'succeeded' });
    expect(await refusalOf(pay('pm_card_authenticationRequired', { off_session: true }))).toMatchObject({
      code: 'authentication_required',
    });
  });

  test('a card may pass the confirmation step and still have no money', async () => {
    const method = await card('4000008260003178');
    const intent = await pay(method.id);
    expect(intent.status).toBe('requires_action');
    const outcome = finishChallenge(running.sandbox, running.sandbox.store.paymentIntents.get(intent.id), true);
    expect(outcome).toMatchObject({ outcome: 'declined', error: { fields: { decline_code: 'insufficient_funds' } } });
  });

  test('attaching: a good card, a bad one, one whose charges fail later', async () => {
    const customer = await stripe.customers.create({ email: 'ana@example.com' });
    await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id });
    expect(
      await refusalOf(stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer: customer.id })),
    ).toMatchObject({ code: 'card_declined' });
    const { data } = await stripe.paymentMethods.list({ customer: customer.id });
    expect(data).toHaveLength(1);
    const [method] = data;
    expect(await refusalOf(pay(method?.id ?? '', { customer: customer.id, off_session: true }))).toMatchObject({
      code: 'card_declined',
    });
    await stripe.paymentMethods.detach(method?.id ?? '');
    expect((await stripe.paymentMethods.list({ customer: customer.id })).data).toEqual([]);
  });

  test('a test lets the next charge fail, whatever the card', async () => {
    running.control.failNextCharge({ reason: 'insufficient_funds' });
    expect(await refusalOf(pay('pm_card_visa'))).toMatchObject({ decline_code: 'insufficient_funds' });
    expect(await pay('pm_card_visa')).toMatchObject({ status: 'succeeded' });
  });
});

describe('after the payment', () => {
  test('refunds up to what was paid, and no cent more', async () => {
    const intent = await pay('pm_card_visa');
    const part = await stripe.refunds.create({ payment_intent: intent.id, amount: 900 });
    expect(part).toMatchObject({ amount: 900, status: 'succeeded' });
    expect(await refusalOf(stripe.refunds.create({ payment_intent: intent.id, amount: 4001 }))).toMatchObject({
      code: 'charge_already_refunded',
      param: 'amount',
    });
    await stripe.refunds.create({ payment_intent: intent.id });
    const charge = await stripe.charges.retrieve(part.charge as string, { expand: ['refunds'] });
    expect(charge).toMatchObject({ amount_refunded: 4900, refunded: true });
    expect(charge.refunds?.data.map((refund) => refund.amount)).toEqual([4000, 900]);
    expect(await refusalOf(stripe.refunds.create({ charge: charge.id }))).toMatchObject({
      code: 'charge_already_refunded',
    });
    expect((await eventsOf(charge.id)).slice(2)).toEqual([
      ...['refund.created', 'charge.refunded', 'refund.updated'],
      ...['refund.created', 'charge.refunded', 'refund.updated'],
    ]);
  });

  test('a refund that the bank turns down counts no more', async () => {
    const intent = await pay('pm_card_visa');
    const { id, charge } = await stripe.refunds.create({ payment_intent: intent.id });
    running.control.failRefund({ refund: id });
    const failed = await stripe.refunds.retrieve(id);
    expect(failed).toMatchObject({ status: 'failed', failure_reason: 'expired_or_canceled_card' });
    expect(faultsOf(failed)).toEqual([]);
    expect(await stripe.charges.retrieve(charge as string)).toMatchObject({ amount_refunded: 0, refunded: false });
    expect((await eventsOf(id)).slice(-2)).toEqual(['refund.updated', 'refund.failed']);
    expect(() => running.control.failRefund({ refund: id })).toThrow('failed already');
    expect(await stripe.refunds.create({ payment_intent: intent.id })).toMatchObject({ amount: 4900 });
  });

  test('disputes take the money, and give it back when won', async () => {
    const intent = await pay('pm_card_createDispute');
    const { data } = await stripe.disputes.list({ payment_intent: intent.id });
    const [dispute] = data;
    expect(dispute).toMatchObject({ status: 'needs_response', reason: 'fraudulent', amount: 4900 });
    expect(await refusalOf(stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
      code: 'charge_disputed',
    });
    running.control.closeDispute({ dispute: dispute?.id ?? '', end: 'won' });
    expect((await stripe.disputes.retrieve(dispute?.id ?? '')).status).toBe('won');
    expect((await eventsOf(dispute?.id ?? '')).filter((type) => type.startsWith('charge.dispute'))).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    ]);

    const other = await pay('pm_card_visa');
    const opened = running.control.dispute({ charge: other.latest_charge as string, kind: 'inquiry' });
    expect((await stripe.disputes.close(opened.id)).status).toBe('lost');
  });

  test('an intent that is paid or canceled takes no more', async () => {
    const paid = await pay('pm_card_visa');
    for (const refused of [
      stripe.paymentIntents.confirm(paid.id, { payment_method: 'pm_card_visa' }),
      stripe.paymentIntents.cancel(paid.id),
      stripe.paymentIntents.update(paid.id, { amount: 100 }),
    ]) {
      expect(await refusalOf(refused)).toMatchObject({ code: 'payment_intent_unexpected_state', statusCode: 400 });
    }
    const open = await stripe.paymentIntents.create(amount);
    expect(await stripe.paymentIntents.cancel(open.id, { cancellation_reason: 'abandoned' })).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'abandoned',
    });
    expect(await refusalOf(stripe.paymentIntents.confirm(open.id, { payment_method: 'pm_card_visa' }))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });
});

test('a browser pays with the publishable key and the client secret, and sees nothing else', async () => {
  const intent = await stripe.paymentIntents.create({ ...amount, metadata: { order_id: 'secret' } });
  const asBrowser = (path: string, fields: Record<string, string>, method = 'POST') => {
    const form = new URLSearchParams({ key: running.publishableKey, ...fields });
    return fetch(`${running.url}${path}${method === 'GET' ? `?${form}` : ''}`, {
      method,
      ...(method === 'GET' ? {} : { body: form }),
    }).then(async (answer) => ({ status: answer.status, body: await answer.json() }));
  };
  const secret = { client_secret: intent.client_secret ?? '' };
  const seen = await asBrowser(`/v1/payment_intents/${intent.id}`, secret, 'GET');
  expect(seen).toMatchObject({ status: 200, body: { id: intent.id, metadata: {} } });
  expect(faultsOf(seen.body)).toEqual([]);
  expect((await asBrowser(`/v1/payment_intents/${intent.id}`, { client_secret: 'wrong' }, 'GET')).status).toBe(400);
  expect((await asBrowser(`/v1/payment_intents/${intent.id}`, {}, 'GET')).status).toBe(400);
  expect(await asBrowser('/v1/customers', {})).toMatchObject({
    status: 403,
    body: { error: { code: 'secret_key_required' } },
  });

  const paid = await asBrowser(`/v1/payment_intents/${intent.id}/confirm`, {
    ...secret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4242 4242 4242 4242',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '40',
    'payment_method_data[card][cvc]': '123',
  });
  expect(paid).toMatchObject({ status: 200, body: { status: 'succeeded' } });
});
