/**
 * The site's calls to Stripe, once and in order, with the expected answers. Everything is undone at the end.
 */
import type Stripe from 'stripe';
import { centsOf, claimPriceKey, type LookupKey, upgradePriceKey } from '#features/billing/catalogue.ts';
import { refundMarks, refundsOfPayment } from '#features/billing/server/refunds-of-payment.ts';
import { portalIdOf, setUpCatalogue } from '#features/billing/server/set-up-catalogue.ts';
import { minWaitMs } from '#features/claims/claim-rules.ts';
import { planPrice } from '#features/premium/server/plan-price.ts';
import { isStripeError } from '#server/stripe/stripe-sdk.ts';
import { usualPrices } from '#shared/prices.ts';

interface StepResult {
  name: string;
  /** Stripe's answer in a few words. */
  said: string;
  isRight: boolean;
  ms: number;
}

interface Answer {
  said: string;
  isRight: boolean;
}

interface Smoke {
  stripe: Stripe;
  /** Has only the publishable key, as a browser does. */
  browser: Stripe;
  /** Addresses of pages begin with one of these. */
  pageOrigins: readonly string[];
  siteUrl: string;
  stripeJsUrl: string;
}

const metadata = { alameda: 'smoke' };

/**
 * Runs the steps one after the other. A step that throws counts as different, and the next one still runs.
 */
export async function runStripeSteps(smoke: Smoke, tell: (result: StepResult) => void): Promise<StepResult[]> {
  const results: StepResult[] = [];
  async function step(name: string, act: () => Promise<Answer>): Promise<void> {
    const from = performance.now();
    const answer = await act().catch((error: unknown) => ({ said: describe(error), isRight: false }));
    const result = { name, ...answer, ms: Math.round(performance.now() - from) };
    results.push(result);
    tell(result);
  }

  const { stripe } = smoke;
  let customer = '';
  await step('products, prices and portal of the catalogue', async () => {
    const { prices } = await setUpCatalogue(stripe, usualPrices);
    return { said: `${Object.keys(prices).length} prices`, isRight: Object.keys(prices).length === 4 };
  });
  await step('a customer', async () => {
    const made = await stripe.customers.create({ email: 'smoke@example.com', name: 'Smoke Test', metadata });
    customer = made.id;
    return { said: made.id, isRight: !made.livemode };
  });
  try {
    await step('a claim’s Checkout session, and its end', () => checkoutOfClaim(smoke, customer));
    await step('an upgrade’s Checkout session, and its end', () => checkoutOfUpgrade(smoke, customer));
    await step('a paid listing, refunded', () => paidListing(smoke));
    await step('a declined card', () => declinedCard(smoke));
    await step('a hold that ends with the first charge, canceled', () => hold(smoke, customer));
    await step('a change of plan at the period’s end, taken back', () => changeOfPlan(smoke, customer));
    await step('the portal', () => portal(smoke, customer));
    await step('the events of all this', () => events(smoke, customer));
    await step('Stripe.js', () => stripeJs(smoke));
  } finally {
    if (customer !== '') {
      await step('the customer’s end', async () => {
        const gone = await stripe.customers.del(customer);
        return { said: gone.deleted ? 'deleted' : 'still there', isRight: gone.deleted };
      });
    }
  }
  return results;
}

function describe(error: unknown): string {
  if (!isStripeError(error, 'StripeError')) return error instanceof Error ? error.message : String(error);
  return [error.statusCode, error.code, error.message].filter(Boolean).join(' ');
}

async function priceOf(stripe: Stripe, key: LookupKey): Promise<string> {
  const { data } = await stripe.prices.list({ lookup_keys: [key], active: true });
  const [price] = data;
  if (price?.unit_amount !== centsOf(usualPrices, key)) throw new Error(`there is no price ${key}`);
  return price.id;
}

async function openAndExpire(
  { stripe, siteUrl, pageOrigins }: Smoke,
  params: Stripe.Checkout.SessionCreateParams,
  cents: number,
): Promise<Answer> {
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    allowed_payment_method_types: ['card'],
    metadata,
    success_url: `${siteUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${siteUrl}/claim-business`,
    expires_at: Math.floor(Date.now() / 1000) + 31 * 60,
    ...params,
  });
  const origin = new URL(session.url ?? '').origin;
  const ended = await stripe.checkout.sessions.expire(session.id);
  return {
    said: `${session.status}, ${session.amount_total} cents due today, at ${origin}, then ${ended.status}`,
    isRight:
      session.status === 'open' &&
      session.amount_total === cents &&
      pageOrigins.includes(origin) &&
      ended.status === 'expired',
  };
}

async function checkoutOfClaim(smoke: Smoke, customer: string): Promise<Answer> {
  const price = await priceOf(smoke.stripe, claimPriceKey.standard);
  const paramsOf = (trial: Stripe.Checkout.SessionCreateParams.SubscriptionData) => ({
    customer,
    line_items: [{ price, quantity: 1 }],
    payment_method_collection: 'always' as const,
    subscription_data: {
      metadata,
      ...trial,
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' as const } },
    },
    custom_text: { submit: { message: 'Your card is not charged until we have approved your claim.' } },
  });
  const held = await openAndExpire(smoke, paramsOf({ trial_period_days: 14 }), 0);
  // The new owner of a listing that is paid by its former owner: the first payment waits for a day.
  const soonest = Math.floor((Date.now() + minWaitMs) / 1000);
  const later = await openAndExpire(smoke, paramsOf({ trial_end: soonest }), 0);
  return { said: `${held.said}; after a hand-over ${later.said}`, isRight: held.isRight && later.isRight };
}

async function checkoutOfUpgrade(smoke: Smoke, customer: string): Promise<Answer> {
  const key = upgradePriceKey.yearly;
  const price = await priceOf(smoke.stripe, key);
  const params = { customer, line_items: [{ price, quantity: 1 }], subscription_data: { metadata } };
  return openAndExpire(smoke, params, centsOf(usualPrices, key));
}

function newIntent(stripe: Stripe): Promise<Stripe.PaymentIntent> {
  const params = { amount: usualPrices.listing, currency: 'usd', metadata };
  return stripe.paymentIntents.create({ ...params, allowed_payment_method_types: ['card'] });
}

async function paidListing({ stripe, browser }: Smoke): Promise<Answer> {
  const made = await newIntent(stripe);
  // The two keys belong to one account.
  const seen = await browser.paymentIntents.retrieve(made.id, { client_secret: made.client_secret ?? '' });
  const paid = await stripe.paymentIntents.confirm(made.id, { payment_method: 'pm_card_visa' });
  // The form takes no longer reason.
  const form = { act: 'smoke', actorId: 'smoke', reason: `${'🌵 far away, '.repeat(76)}!` };
  const marks = { ...metadata, ...refundMarks(form) };
  const refund = await stripe.refunds.create({ payment_intent: made.id, metadata: marks });
  const [known] = await refundsOfPayment(stripe, made.id);
  const isMarked = known?.act === form.act && known.actorId === form.actorId && known.reason === form.reason;
  return {
    said: `${made.status}, seen by the publishable key, ${paid.status}, refund ${refund.status}, ${isMarked ? 'with' : 'without'} its reason`,
    isRight:
      made.status === 'requires_payment_method' &&
      seen.id === made.id &&
      paid.status === 'succeeded' &&
      refund.status === 'succeeded' &&
      isMarked,
  };
}

async function declinedCard({ stripe }: Smoke): Promise<Answer> {
  const { id } = await newIntent(stripe);
  try {
    const intent = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa_chargeDeclined' });
    return { said: `not declined: ${intent.status}`, isRight: false };
  } catch (error) {
    const isRight = isStripeError(error, 'StripeCardError') && error.code === 'card_declined';
    if (isRight) await stripe.paymentIntents.cancel(id);
    return { said: describe(error), isRight };
  }
}

async function hold({ stripe }: Smoke, customer: string): Promise<Answer> {
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  const held = await stripe.subscriptions.create({
    customer,
    items: [{ price: await priceOf(stripe, claimPriceKey.standard) }],
    default_payment_method: card.id,
    trial_period_days: 14,
    metadata,
  });
  const ended = await stripe.subscriptions.update(held.id, {
    trial_end: 'now',
    proration_behavior: 'none',
    expand: ['latest_invoice.payments'],
  });
  const invoice = ended.latest_invoice;
  const paid = typeof invoice === 'object' && invoice !== null ? invoice : undefined;
  const intent = paid?.payments?.data[0]?.payment.payment_intent;
  const found =
    typeof intent === 'string'
      ? await stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: intent } })
      : undefined;
  const gone = await stripe.subscriptions.cancel(held.id, { invoice_now: false, prorate: false });
  const leadsBack = found?.data[0]?.invoice === paid?.id;
  return {
    said: `${held.status}, then ${ended.status} with an invoice ${paid?.status} of ${paid?.amount_paid} cents, then ${gone.status}`,
    isRight:
      held.status === 'trialing' &&
      ended.status === 'active' &&
      paid?.status === 'paid' &&
      paid.amount_paid === usualPrices.claim &&
      leadsBack &&
      gone.status === 'canceled',
  };
}

async function changeOfPlan({ stripe }: Smoke, customer: string): Promise<Answer> {
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  const [month, year] = [await priceOf(stripe, upgradePriceKey.monthly), await priceOf(stripe, upgradePriceKey.yearly)];
  const items = [{ price: month }];
  const { id } = await stripe.subscriptions.create({ customer, items, default_payment_method: card.id, metadata });
  await planPrice(stripe, { id, turn: 1 }, year, { metadata: { kind: 'smoke' }, description: 'Premium: smoke' });
  const planned = await stripe.subscriptions.retrieve(id);
  const { phases } = await stripe.subscriptionSchedules.retrieve(String(planned.schedule));
  const prices = phases.map((phase) => phase.items[0]?.price);
  await planPrice(stripe, { id, turn: 2 }, month);
  const back = await stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false });
  return {
    said: `${prices.length} phases, ${planned.items.data[0]?.price.recurring?.interval} as before, then ${back.status}`,
    isRight:
      prices.join() === [month, year].join() &&
      phases[1]?.metadata?.kind === 'smoke' &&
      phases[1].description === 'Premium: smoke' &&
      planned.items.data[0]?.price.id === month &&
      back.schedule === null &&
      back.status === 'canceled',
  };
}

async function portal({ stripe, siteUrl, pageOrigins }: Smoke, customer: string): Promise<Answer> {
  const configuration = await portalIdOf(stripe);
  const session = await stripe.billingPortal.sessions.create({
    customer,
    configuration,
    return_url: `${siteUrl}/dashboard`,
  });
  const { origin } = new URL(session.url);
  return { said: `at ${origin}`, isRight: pageOrigins.includes(origin) };
}

async function events({ stripe }: Smoke, customer: string): Promise<Answer> {
  const { data } = await stripe.events.list({ limit: 100 });
  const types = new Set(
    data.filter(({ data: { object } }) => JSON.stringify(object).includes(customer)).map(({ type }) => type),
  );
  const needed = ['checkout.session.expired', 'customer.subscription.updated', 'invoice.paid'] as const;
  return { said: [...types].sort().join(', '), isRight: needed.every((type) => types.has(type)) };
}

async function stripeJs({ stripeJsUrl }: Smoke): Promise<Answer> {
  const answer = await fetch(stripeJsUrl);
  const type = answer.headers.get('content-type') ?? '';
  await answer.arrayBuffer();
  return { said: `${answer.status} ${type} from ${stripeJsUrl}`, isRight: answer.ok && type.includes('javascript') };
}
