import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from './start-sandbox.ts';
import { testClient } from './testing/client.ts';
import { faultsOf } from './testing/strict.ts';

const day = 86_400;

let running: RunningSandbox;
let stripe: Stripe;
let month: Stripe.Price;
let year: Stripe.Price;
let configuration: Stripe.BillingPortal.Configuration;
let customer: Stripe.Customer;
let subscription: Stripe.Subscription;
let path: string;

beforeAll(async () => {
  running = await startSandbox();
  stripe = testClient(running);
  const product = await stripe.products.create({ name: 'Owner premium' });
  const price = (amount: number, interval: 'month' | 'year') =>
    stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: amount, recurring: { interval } });
  [month, year] = await Promise.all([price(2900, 'month'), price(29_000, 'year')]);
  configuration = await stripe.billingPortal.configurations.create({
    business_profile: { headline: 'Olmos Park' },
    features: {
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      payment_method_update: { enabled: true },
      invoice_history: { enabled: true },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price'],
        proration_behavior: 'none',
        products: [{ product: product.id, prices: [month.id, year.id] }],
        schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }, { type: 'shortening_interval' }] },
      },
    },
  });
});
beforeEach(async () => {
  customer = await stripe.customers.create({ email: 'ana@site.example' });
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: month.id }],
    default_payment_method: card.id,
  });
  path = await open();
});
afterAll(async () => {
  const wrong = running.sandbox.store.events.all().flatMap((event) => faultsOf(event));
  await running.stop();
  expect(wrong).toEqual([]);
});

async function open(more: Partial<Stripe.BillingPortal.SessionCreateParams> = {}) {
  const session = await stripe.billingPortal.sessions.create({
    customer: customer.id,
    configuration: configuration.id,
    return_url: 'https://site.example/dashboard',
    ...more,
  });
  return new URL(session.url).pathname;
}

async function look(query = '') {
  return (await fetch(`${running.url}${path}${query}`)).text();
}

/** Presses a button as a browser does; returns the text of the page that follows. */
async function act(form: Record<string, string>) {
  const answer = await fetch(`${running.url}${path}`, {
    method: 'POST',
    body: new URLSearchParams({ subscription: subscription.id, ...form }),
    redirect: 'manual',
  });
  const location = answer.headers.get('location') ?? '';
  const isOurs = location.startsWith('/');
  return { location, text: isOurs ? await (await fetch(`${running.url}${location}`)).text() : '' };
}

const impossible = { text: expect.stringContaining('That is not possible any more.') };

const newCard = (number: string) => act({ act: 'card', number, expiry: '12 / 40', cvc: '123' });
const read = () => stripe.subscriptions.retrieve(subscription.id);

test('shows what is paid, and ends it at the end of the period until that is taken back', async () => {
  const page = await look();
  for (const words of ['Owner premium', '$29.00 per month', 'Renews on', 'Visa •••• 4242', 'Return to site', 'Paid']) {
    expect(page).toContain(words);
  }
  expect(await look(`?step=cancel&subscription=${subscription.id}`)).toContain('is not charged again');
  const end = subscription.items.data[0]?.current_period_end;
  expect((await act({ act: 'cancel' })).text).toContain('will be canceled at the end of the period');
  expect(await read()).toMatchObject({ cancel_at: end, cancel_at_period_end: false, status: 'active' });
  expect(await look()).toContain('Ends on');
  await act({ act: 'keep' });
  expect(await read()).toMatchObject({ cancel_at: null, cancellation_details: { reason: null } });
});

test('moves to the year at once and back to the month at the end of that year', async () => {
  const step = await look(`?step=switch&subscription=${subscription.id}`);
  expect(step).toContain('$290.00 due today');
  expect((await act({ act: 'switch', price: year.id })).text).toContain('Your plan has been changed.');
  const yearly = await read();
  expect(yearly.items.data[0]?.price.id).toBe(year.id);
  await act({ act: 'switch', price: month.id });
  expect(await read()).toMatchObject({ schedule: expect.stringMatching(/^sub_sched_/) });
  expect((await read()).items.data[0]?.price.id).toBe(year.id);
  expect(await look()).toContain('Changes to $29.00 per month');
  running.control.advance({ seconds: 366 * day });
  const back = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] });
  expect(back).toMatchObject({ schedule: null, status: 'active', latest_invoice: { total: 2900 } });
  expect(back.items.data[0]?.price.id).toBe(month.id);
});

test('a plan whose charge is refused stays as it was', async () => {
  expect((await newCard('4000000000000341')).text).toContain('Your new card is saved.');
  const refused = await act({ act: 'switch', price: year.id });
  expect(refused.text).toContain('Update your subscription');
  expect(refused.text).toContain('Your card was declined.');
  expect((await read()).items.data[0]?.price.id).toBe(month.id);
  expect((await act({ act: 'switch', price: 'price_other' })).text).toContain('Choose one of the plans.');
});

test('a new card pays what is open', async () => {
  await newCard('4000000000000341');
  running.control.advance({ seconds: 32 * day });
  expect(await read()).toMatchObject({ status: 'past_due' });
  const [invoice] = (await stripe.invoices.list({ customer: customer.id, status: 'open' })).data;
  const late = await look();
  expect(late).toContain('The last payment failed.');
  expect(late).toContain('Pay $29.00');
  expect((await act({ act: 'pay', invoice: invoice?.id ?? '' })).text).toContain('Your card was declined.');
  expect((await newCard('4000000000000002')).text).toMatch(/id="number-fault" role="alert">Your card was declined\./);
  expect((await newCard('4242')).text).toContain('Your card number is incomplete.');
  await newCard('5555555555554444');
  expect(await look()).toContain('Mastercard •••• 4444');
  await act({ act: 'pay', invoice: invoice?.id ?? '' });
  expect(await read()).toMatchObject({ status: 'active' });
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({
    invoice_settings: { default_payment_method: (await read()).default_payment_method },
  });
  const invoicePage = await fetch(invoice?.hosted_invoice_url ?? '');
  expect(await invoicePage.text()).toContain('Owner premium');
});

test('a card that must be confirmed each time leads to its bank and back', async () => {
  await newCard('4000002760003184');
  running.control.advance({ seconds: 32 * day });
  const [invoice] = (await stripe.invoices.list({ customer: customer.id, status: 'open' })).data;
  const { location } = await act({ act: 'pay', invoice: invoice?.id ?? '' });
  const confirmed = await fetch(location, {
    method: 'POST',
    body: new URLSearchParams({ answer: 'complete' }),
    redirect: 'manual',
  });
  expect(confirmed.headers.get('location')).toContain(path);
  expect(await read()).toMatchObject({ status: 'active' });
});

test('a flow opens its step and leads where it was told', async () => {
  path = await open({
    flow_data: {
      type: 'subscription_cancel',
      subscription_cancel: { subscription: subscription.id },
      after_completion: { type: 'redirect', redirect: { return_url: 'https://site.example/dashboard?ended' } },
    },
  });
  expect(await look()).toContain('Cancel your subscription');
  expect(await act({ act: 'cancel' })).toMatchObject({ location: 'https://site.example/dashboard?ended' });
});

test('nobody acts on what is not theirs, nor on what is switched off', async () => {
  const mine = subscription;
  customer = await stripe.customers.create();
  path = await open();
  expect(await act({ act: 'cancel', subscription: mine.id })).toMatchObject(impossible);
  expect(await read()).toMatchObject({ cancel_at: null });
  const off = await stripe.billingPortal.configurations.create({ features: { invoice_history: { enabled: false } } });
  customer = await stripe.customers.retrieve(mine.customer as string).then((found) => found as Stripe.Customer);
  path = await open({ configuration: off.id });
  expect(await look()).not.toContain('Cancel subscription');
  expect(await act({ act: 'cancel' })).toMatchObject(impossible);
  expect(await act({ act: 'card', number: '4242424242424242', expiry: '12/40', cvc: '123' })).toMatchObject(impossible);
  await expect(stripe.billingPortal.sessions.create({ customer: customer.id })).rejects.toThrow('No configuration');
  const changed = await stripe.billingPortal.configurations.update(off.id, {
    features: { subscription_cancel: { enabled: true } },
  });
  expect(changed.features.subscription_cancel.enabled).toBe(true);
});
