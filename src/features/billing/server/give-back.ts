/** Gives back by itself what was charged for a plan that was not to be charged any more, or that nobody has bought. */
import type Stripe from 'stripe';
import { v5 as nameBased } from 'uuid';
import type { JobRun } from '#server/jobs/bind-job.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { objectId } from '#server/stripe/object-id.ts';
import { idempotent } from '#server/stripe/stripe-client.ts';
import { syncStripeObject } from './handle-event-job.ts';
import { refundMarks, siteAsActor } from './refunds-of-payment.ts';
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
  for (const { payments, lines } of invoices.data) {
    const begins = lines.data.filter(({ amount }) => amount > 0).map(({ period }) => period.start * 1000);
    if (since !== null && begins.some((at) => at < since.getTime())) continue;
    for (const { payment } of payments?.data ?? []) {
      const id = objectId(payment.payment_intent);
      if (id === null) continue;
      try {
        await refundOnce(stripe, id, reason);
      } catch (error) {
        if (!isNotRefundable(error)) throw error;
        // The bank has it already. What the caller does next, such as ending the plan, must not wait for that.
        log.warn({ part: 'billing', subscription, payment: id, err: error }, 'A payment cannot be given back');
        continue;
      }
      await enqueue(db, syncStripeObject, { kind: 'reversal', id }, { singletonKey: `reversal:${id}` });
    }
  }
}

async function refundOnce(stripe: Stripe, payment: string, reason: string): Promise<void> {
  const { data } = await stripe.refunds.list({ payment_intent: payment, limit: 1 });
  if (data.length > 0) return;
  const marks = refundMarks({ act: actOf(payment), actorId: siteAsActor, reason });
  await stripe.refunds.create({ payment_intent: payment, metadata: marks }, idempotent('refund', payment));
}

/** The same for each try, so that the refund of a payment is one act. */
const actOf = (payment: string) => nameBased(`give back ${payment}`, nameBased.URL);
