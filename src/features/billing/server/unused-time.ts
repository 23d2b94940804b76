/** Calculates and refunds the unused part of paid time. */
import type Stripe from 'stripe';
import type { Log } from '#server/log.ts';
import { takesAway } from '#server/stripe/dispute-states.ts';
import { objectId } from '#server/stripe/object-id.ts';
import { idempotent } from '#server/stripe/stripe-client.ts';
import { isStripeError } from '#server/stripe/stripe-sdk.ts';
import { daySeconds } from '#shared/times.ts';

/** Marks the refunds made here: Stripe forgets idempotency keys, but keeps refunds. */
const mark = 'unused-time';

interface UnusedPayment {
  paymentIntent: string;
  cents: number;
}

interface Paid {
  cents: number;
  /** In seconds, Stripe's unit. */
  start: number;
  end: number;
}

/** The current day counts as unused, so that an amount shown in the morning is still right in the evening. */
function unusedCents({ cents, start, end }: Paid, at: Date): number {
  const days = Math.max(1, Math.round((end - start) / daySeconds));
  const left = Math.min(days, Math.max(0, Math.ceil((end - at.getTime() / 1000) / daySeconds)));
  return Math.floor((cents * left) / days);
}

/**
 * Payments for time after `at`, with the part to refund. Leaves out refunded and disputed payments, those
 * that cost nothing, and refunds made by this file.
 */
export async function readUnused(stripe: Stripe, subscription: string, at: Date): Promise<UnusedPayment[]> {
  const invoices = await stripe.invoices.list({
    subscription,
    status: 'paid',
    limit: 100,
    expand: ['data.payments'],
  });
  const unused: UnusedPayment[] = [];
  for (const invoice of invoices.data) {
    const period = paidPeriod(invoice);
    if (period === null || period.end * 1000 <= at.getTime()) continue;
    const part = await stillPaidFor(stripe, subscription, period.sold);
    for (const { payment, status } of invoice.payments?.data ?? []) {
      const paymentIntent = objectId(payment.payment_intent);
      if (status !== 'paid' || paymentIntent === null) continue;
      const kept = Math.floor((await keptCents(stripe, paymentIntent)) * part);
      const cents = unusedCents({ ...period, cents: kept }, at);
      if (cents > 0) unused.push({ paymentIntent, cents });
    }
  }
  return unused;
}

/** The longest period among the invoice's lines; null when it cost nothing, like the hold of a claim. */
function paidPeriod(invoice: Stripe.Invoice): { start: number; end: number; sold: number } | null {
  const sold = invoice.lines.data
    .filter(({ amount }) => amount > 0)
    .map(({ period, amount }) => ({ ...period, sold: amount }));
  return sold.toSorted((a, b) => b.end - a.end)[0] ?? null;
}

/**
 * The part of a price that the rest of the period still costs: Claim Premium that became Claim was credited the difference
 * (features/claims/server/simplify-claims.ts), and the credit goes back on its own.
 */
async function stillPaidFor(stripe: Stripe, subscription: string, sold: number): Promise<number> {
  const { metadata } = await stripe.subscriptions.retrieve(subscription);
  const [before, after] = [Number(metadata.simplified_from), Number(metadata.simplified_to)];
  return before === sold && after < before ? after / before : 1;
}

/** The part of a payment that is still ours and may be refunded. */
async function keptCents(stripe: Stripe, paymentIntent: string): Promise<number> {
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(paymentIntent, { expand: ['latest_charge'] });
  if (charge === null || typeof charge === 'string' || !charge.paid || charge.refunded) return 0;
  if (charge.disputed) {
    const { data } = await stripe.disputes.list({ payment_intent: paymentIntent, limit: 10 });
    if (data.some(({ status }) => takesAway(status))) return 0;
  }
  if (charge.amount_refunded > 0) {
    const { data } = await stripe.refunds.list({ payment_intent: paymentIntent, limit: 100 });
    if (data.some(({ metadata }) => metadata?.reason === mark)) return 0;
  }
  return charge.amount - charge.amount_refunded;
}

/** Safe to repeat: an amount that was refunded here before no longer counts as unused. */
export async function refundUnused(stripe: Stripe, subscription: string, at: Date, log: Log): Promise<void> {
  for (const { paymentIntent, cents } of await readUnused(stripe, subscription, at)) {
    try {
      await stripe.refunds.create(
        { payment_intent: paymentIntent, amount: cents, metadata: { reason: mark } },
        idempotent('refund', mark, paymentIntent, cents),
      );
      log.info({ part: 'billing', subscription, paymentIntent, cents }, 'unused time was given back');
    } catch (error) {
      if (!isNotRefundable(error)) throw error;
      log.warn({ part: 'billing', subscription, paymentIntent, err: error }, 'unused time cannot be given back');
    }
  }
}

/** The payment was disputed or refunded a moment ago. */
export const isNotRefundable = (error: unknown) =>
  isStripeError(error, 'StripeInvalidRequestError') &&
  (error.code === 'charge_already_refunded' || error.code === 'charge_disputed');
