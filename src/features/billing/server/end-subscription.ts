/** Ends subscriptions at once, and gives back payments that nobody meant to make. */
import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { bindJob, type JobRun } from '#server/jobs/bind-job.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { retrieveOrNull } from '#server/stripe/retrieve-or-null.ts';
import { idempotent, stripeClient } from '#server/stripe/stripe-client.ts';
import { isEnded } from '#server/stripe/subscription-states.ts';
import { giveBackPaid } from './give-back.ts';
import { queueSync } from './handle-event-job.ts';

export const endSubscription = defineJob(
  'end-subscription',
  z.object({
    subscriptionId: z.string(),
    reason: z.enum(['account-deleted', 'refunded', 'dispute-lost', 'duplicate', 'mismatch', 'staff', 'canceled']),
  }),
  { retries: 14, retryDelaySeconds: 2, maxDelaySeconds: 1800, isSingleton: true },
);

/** The reasons for which all that was paid goes back, as its payer reads them. */
const mistakes: Partial<Record<Payload['reason'], string>> = {
  duplicate: 'You have Premium already: it was paid twice at the same moment, and once is enough.',
  mismatch: 'Your payment did not fit anything that was ordered here.',
};

type Payload = z.infer<(typeof endSubscription)['payload']>;

export const endSubscriptionJob = bindJob(endSubscription, async ({ subscriptionId, reason }: Payload, run: JobRun) => {
  const stripe = stripeClient(run.env);
  const mistake = mistakes[reason];
  if (mistake) await giveBackPaid(stripe, { subscription: subscriptionId, since: null, reason: mistake }, run);
  await cancelNow(stripe, subscriptionId);
  run.log.info({ part: 'billing', subscription: subscriptionId, reason }, 'a subscription was ended');
  await queueSync(run.db, { kind: 'subscription', id: subscriptionId });
});

/** Nothing is charged or credited; ending an ended subscription is not an error. */
export async function cancelNow(stripe: Stripe, id: string): Promise<void> {
  await retrieveOrNull(async () => {
    const { status } = await stripe.subscriptions.retrieve(id);
    if (isEnded(status)) return;
    await stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false }, idempotent('cancel', id));
  });
}
