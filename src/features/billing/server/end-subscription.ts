/** Ends subscriptions at once, and refunds payments made by mistake. */
import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { bindJob, type JobRun } from '#server/jobs/bind-job.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { objectId } from '#server/stripe/object-id.ts';
import { retrieveOrNull } from '#server/stripe/retrieve-or-null.ts';
import { idempotent, stripeClient } from '#server/stripe/stripe-client.ts';
import { isEnded } from '#server/stripe/subscription-states.ts';
import { syncStripeObject } from './handle-event-job.ts';

export const endSubscription = defineJob(
  'end-subscription',
  z.object({
    subscriptionId: z.string(),
    reason: z.enum(['account-deleted', 'refunded', 'dispute-lost', 'duplicate', 'staff']),
  }),
  { retries: 14, retryDelaySeconds: 2, maxDelaySeconds: 1800, isSingleton: true },
);

type Payload = z.infer<(typeof endSubscription)['payload']>;

export const endSubscriptionJob = bindJob(endSubscription, async ({ subscriptionId, reason }: Payload, run: JobRun) => {
  const stripe = stripeClient(run.env);
  if (reason === 'duplicate') await refundPaid(stripe, subscriptionId, null);
  await cancelNow(stripe, subscriptionId);
  run.log.info({ part: 'billing', subscription: subscriptionId, reason }, 'a subscription was ended');
  await enqueue(
    run.db,
    syncStripeObject,
    { kind: 'subscription', id: subscriptionId },
    { singletonKey: subscriptionId },
  );
});

/** Nothing is charged or credited; ending an ended subscription is not an error. */
export async function cancelNow(stripe: Stripe, id: string): Promise<void> {
  await retrieveOrNull(async () => {
    const { status } = await stripe.subscriptions.retrieve(id);
    if (isEnded(status)) return;
    await stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false }, idempotent('cancel', id));
  });
}

/** Refunds what was paid for the subscription; safe to repeat. @param since only for periods that begin then or later; null: all */
export async function refundPaid(stripe: Stripe, subscription: string, since: Date | null): Promise<void> {
  const invoices = await stripe.invoices.list({ subscription, status: 'paid', expand: ['data.payments'] });
  for (const { payments, lines } of invoices.data) {
    const begins = lines.data.filter(({ amount }) => amount > 0).map(({ period }) => period.start * 1000);
    if (since !== null && begins.some((at) => at < since.getTime())) continue;
    for (const { payment } of payments?.data ?? []) {
      const id = objectId(payment.payment_intent);
      if (id !== null) await refundPayment(stripe, id);
    }
  }
}

/** Refunds once, however often it is called. */
async function refundPayment(stripe: Stripe, paymentIntent: string): Promise<void> {
  const { data } = await stripe.refunds.list({ payment_intent: paymentIntent, limit: 1 });
  if (data.length > 0) return;
  await stripe.refunds.create({ payment_intent: paymentIntent }, idempotent('refund', paymentIntent));
}
