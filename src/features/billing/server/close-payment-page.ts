import * as z from 'zod/mini';
import type { Database } from '#server/db/client.ts';
import { type BoundJob, bindJob } from '#server/jobs/bind-job.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { expireSession } from '#server/stripe/expire-session.ts';
import { retrieveOrNull } from '#server/stripe/retrieve-or-null.ts';
import { stripeClient } from '#server/stripe/stripe-client.ts';
import { isStripeError } from '#server/stripe/stripe-sdk.ts';
import { queueSync } from './handle-event-job.ts';

const Page = z.object({ kind: z.enum(['checkout.session', 'payment_intent']), id: z.string() });

const closePage = defineJob('close-payment-page', Page, { retries: 14, retryDelaySeconds: 2, maxDelaySeconds: 1800 });

/** Closes a payment page at Stripe once the transaction commits. One that is paid first stays paid, and is settled as usual. */
export async function closePaymentPage(tx: Database, page: z.infer<typeof Page>): Promise<void> {
  await enqueue(tx, closePage, page);
}

export const closePaymentPageJob: BoundJob = bindJob(closePage, async ({ kind, id }, { db, env }) => {
  const stripe = stripeClient(env);
  if (kind === 'checkout.session') await expireSession(stripe, id);
  else {
    await retrieveOrNull(() => stripe.paymentIntents.cancel(id)).catch((error: unknown) => {
      // Paid, or canceled before.
      if (!isStripeError(error, 'StripeInvalidRequestError')) throw error;
    });
  }
  await queueSync(db, { kind, id });
});
