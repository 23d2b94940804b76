/** Helpers for billing tests: the events since a moment, and refusals as values. */
import type Stripe from 'stripe';
import type { RunningSandbox } from '../start-sandbox.ts';
import { faultsOf } from './strict.ts';

export const day = 86_400;

/** Collects the events from now on, in order. */
export function watch({ sandbox }: RunningSandbox) {
  const from = sandbox.store.events.size;
  const all = () => sandbox.store.events.all().slice(from);
  return { all, types: () => all().map(({ type }) => type) };
}

/** Everything that is wrong with any event so far. */
export function eventFaults({ sandbox }: RunningSandbox): string[] {
  return sandbox.store.events.all().flatMap((event) => faultsOf(event));
}

export async function refusalOf(promise: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await promise;
  } catch (error) {
    return error as Stripe.errors.StripeError;
  }
  throw new Error('The call succeeded; a refusal was expected');
}

/** Makes a card for the customer from its number. */
export async function card(stripe: Stripe, customer: string, number = '4242424242424242') {
  const details = { number, exp_month: 12, exp_year: 2040, cvc: '123' };
  const method = await stripe.paymentMethods.create({ type: 'card', card: details });
  return stripe.paymentMethods.attach(method.id, { customer });
}

interface Wanted {
  price: string;
  number?: string;
  /** Begin with a trial of 14 days. */
  hold?: boolean;
  clock?: string;
}

/** Makes a customer with a card and a subscription. */
export async function subscribe(stripe: Stripe, { price, number, hold = false, clock }: Wanted) {
  const customer = await stripe.customers.create({ email: 'ana@site.example', ...(clock && { test_clock: clock }) });
  const method = await card(stripe, customer.id, number);
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price }],
    default_payment_method: method.id,
    metadata: { kind: 'owner_premium' },
    ...(hold && { trial_period_days: 14 }),
  });
  return { customer, subscription };
}

export function periodEnd(subscription: Stripe.Subscription): number {
  return subscription.items.data[0]?.current_period_end ?? 0;
}

/** Makes every later charge of the subscription fail. */
export async function becomesUnpayable(stripe: Stripe, customer: { id: string }, subscription: { id: string }) {
  const bad = await card(stripe, customer.id, '4000000000000341');
  await stripe.subscriptions.update(subscription.id, { default_payment_method: bad.id });
}

export const paidRenewal = [
  'customer.subscription.updated',
  'invoice.created',
  'invoice.finalized',
  'charge.succeeded',
  'payment_intent.succeeded',
  'invoice.paid',
  'invoice.payment_succeeded',
  'invoice_payment.paid',
];
export const failedCharge = ['charge.failed', 'payment_intent.payment_failed', 'invoice.payment_failed'];
