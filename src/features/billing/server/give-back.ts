/** Gives back by itself what was charged for a plan that was not to be charged any more, or that nobody has bought. */
import type Stripe from 'stripe';
import { v5 as nameBased } from 'uuid';
import type { JobRun } from '#server/jobs/bind-job.ts';
import type { Log } from '#server/log.ts';
import { objectId } from '#server/stripe/object-id.ts';
import { idempotent } from '#server/stripe/stripe-client.ts';
import { isStripeError } from '#server/stripe/stripe-sdk.ts';
import { queueSync } from './handle-event-job.ts';
import { hasFailed, refundMarks, siteAsActor } from './refunds-of-payment.ts';
import { isNotRefundable } from './unused-time.ts';

interface GiveBack {
  subscription: string;
  /** Only periods that begin then or later; null: all. */
  since: Date | null;
  /** The payer reads it in the mail about it, staff in the history. */
  reason: string;
}

/** Safe to repeat. The syncs after it put each refund on record, with its mail (billing-desk/server/note-plan-refunds.ts). */
export async function giveBackPaid(
  stripe: Stripe,
  { subscription, since, reason }: GiveBack,
  { db, log }: Pick<JobRun, 'db' | 'log'>,
): Promise<void> {
  const invoices = await stripe.invoices.list({ subscription, status: 'paid', expand: ['data.payments'] });
  for (const invoice of invoices.data) {
    const { payments, lines } = invoice;
    const begins = lines.data.filter(({ amount }) => amount > 0).map(({ period }) => period.start * 1000);
    if (since !== null && begins.some((at) => at < since.getTime())) continue;
    for (const { payment } of payments?.data ?? []) {
      const id = objectId(payment.payment_intent);
      if (id === null) continue;
      const metadata = refundMarks({ act: actOf(id), actorId: siteAsActor, reason });
      const isBack = await refundOnce(stripe, { payment: id, metadata, key: ['refund', id] }, log);
      if (isBack) await queueSync(db, { kind: 'reversal', id });
    }
    await restoreCredit(stripe, invoice, log);
  }
}

/** Gives the customer back the credit that paid a bill, or a part of it. Safe to repeat. A customer who is deleted at Stripe has no credit any more. */
export async function restoreCredit(
  stripe: Stripe,
  { id, customer, ending_balance, starting_balance }: Stripe.Invoice,
  log: Log,
): Promise<void> {
  const customerId = objectId(customer);
  // A balance below zero is credit.
  const usedCents = (ending_balance ?? starting_balance) - starting_balance;
  if (id === undefined || customerId === null || usedCents <= 0) return;
  const credit = { amount: -usedCents, currency: 'usd', description: 'Credit of a payment that was not taken' };
  const marks = { credit_of: id };
  try {
    for await (const made of stripe.customers.listBalanceTransactions(customerId, { limit: 100 }))
      if (made.metadata?.credit_of === id) return;
    await stripe.customers.createBalanceTransaction(
      customerId,
      { ...credit, metadata: marks },
      idempotent('credit-back', id),
    );
  } catch (error) {
    if (!isStripeError(error, 'StripeInvalidRequestError') || error.code !== 'resource_missing') throw error;
    log.warn({ part: 'billing', invoice: id, err: error }, 'credit cannot be given back');
  }
}

/** Then staff have to find another way, such as a transfer. */
const maxFailedRefunds = 3;

/**
 * Gives a payment back, unless a part of it went back before; one that failed at the bank is tried again.
 * @returns false when the bank has the money already: what the caller does next, such as ending the plan, must not wait for that
 */
export async function refundOnce(
  stripe: Stripe,
  { payment, metadata, key }: { payment: string; metadata: Record<string, string>; key: readonly string[] },
  log: Log,
): Promise<boolean> {
  const { data } = await stripe.refunds.list({ payment_intent: payment, limit: 100 });
  const failed = data.filter(hasFailed);
  if (data.length > failed.length || failed.length >= maxFailedRefunds) return true;
  // Stripe would answer the same key with the refund that failed.
  const again = failed.slice(0, 1).map(({ id }) => id);
  try {
    await stripe.refunds.create({ payment_intent: payment, metadata }, idempotent(...key, ...again));
  } catch (error) {
    if (!isNotRefundable(error)) throw error;
    log.warn({ part: 'billing', payment, err: error }, 'a payment cannot be given back');
    return false;
  }
  return true;
}

/** The same for each try, so that the refund of a payment is one act. */
const actOf = (payment: string) => nameBased(`give back ${payment}`, nameBased.URL);
