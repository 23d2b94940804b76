/** Stops the attempts to charge for a payment that failed, once its plan is canceled: nobody pays for what was given up. */
import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { bindJob, type JobRun } from '#server/jobs/bind-job.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { retrieveOrNull } from '#server/stripe/retrieve-or-null.ts';
import { stripeClient } from '#server/stripe/stripe-client.ts';
import { syncStripeObject } from './handle-event-job.ts';

export const stopCollecting = defineJob('stop-collecting', z.object({ subscriptionId: z.string() }), {
  retries: 14,
  retryDelaySeconds: 2,
  maxDelaySeconds: 1800,
  isSingleton: true,
});

type Payload = z.infer<(typeof stopCollecting)['payload']>;

export const stopCollectingJob = bindJob(stopCollecting, async ({ subscriptionId }: Payload, run: JobRun) => {
  const stripe = stripeClient(run.env);
  const subscription = await retrieveOrNull(() => stripe.subscriptions.retrieve(subscriptionId));
  // Its owner has taken the cancellation back meanwhile.
  if (subscription === null || (subscription.cancel_at === null && !subscription.cancel_at_period_end)) return;
  await setCollecting(stripe, subscriptionId, false);
  const object = { kind: 'subscription', id: subscriptionId } as const;
  await enqueue(run.db, syncStripeObject, object, { singletonKey: subscriptionId });
});

/** Lets Stripe try the card again for what is owed, or not; it can be paid by hand either way. */
export async function setCollecting(stripe: Stripe, subscription: string, auto_advance: boolean): Promise<void> {
  const { data } = await stripe.invoices.list({ subscription, status: 'open' });
  for (const { id, auto_advance: isOn } of data) {
    if (id !== undefined && isOn !== auto_advance) await stripe.invoices.update(id, { auto_advance });
  }
}
