/**
 * Stops the attempts to charge for a payment that failed, once its plan is canceled: nobody pays for what was given up. Lets them go
 * on when the cancellation is taken back, wherever that happened.
 */
import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { bindJob, type JobRun } from '#server/jobs/bind-job.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { retrieveOrNull } from '#server/stripe/retrieve-or-null.ts';
import { stripeClient } from '#server/stripe/stripe-client.ts';
import { queueSync } from './handle-event-job.ts';

export const stopCollecting = defineJob('stop-collecting', z.object({ subscriptionId: z.string() }), {
  retries: 14,
  retryDelaySeconds: 2,
  maxDelaySeconds: 1800,
  isSingleton: true,
});

type Payload = z.infer<(typeof stopCollecting)['payload']>;

export const stopCollectingJob = bindJob(stopCollecting, async ({ subscriptionId }: Payload, run: JobRun) => {
  const stripe = stripeClient(run.env);
  const goesOn = async () => {
    const found = await retrieveOrNull(() => stripe.subscriptions.retrieve(subscriptionId));
    return found && found.cancel_at === null && !found.cancel_at_period_end;
  };
  let wanted = await goesOn();
  let isChanged = false;
  for (;;) {
    if (wanted === null) return;
    isChanged = (await setCollecting(stripe, subscriptionId, wanted)) || isChanged;
    // Its owner may have canceled it, or taken that back, between the question and the act.
    const after = await goesOn();
    if (after === wanted) break;
    wanted = after;
  }
  if (!isChanged) return;
  await queueSync(run.db, { kind: 'subscription', id: subscriptionId });
});

/** Lets Stripe try the card again for what is owed, or not; it can be paid by hand either way. Returns whether it was otherwise before. */
export async function setCollecting(stripe: Stripe, subscription: string, auto_advance: boolean): Promise<boolean> {
  const { data } = await stripe.invoices.list({ subscription, status: 'open' });
  const others = data.filter((invoice) => invoice.auto_advance !== auto_advance);
  for (const { id } of others) if (id !== undefined) await stripe.invoices.update(id, { auto_advance });
  return others.length > 0;
}
