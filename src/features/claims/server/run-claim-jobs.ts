/**
 * The jobs of claims. Each one asks Stripe for the current state first, so that a repeated job does no harm.
 */
import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { syncStripeObject } from '#features/billing/server/handle-event-job.ts';
import { claims } from '#server/db/schema/index.ts';
import { type BoundJob, bindJob, type JobRun } from '#server/jobs/bind-job.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { idempotent, isMissing, stripeClient } from '#server/stripe/stripe-client.ts';
import { isHeld, isOpen } from '../claim-rules.ts';
import { cancelClaim, chargeClaim, dueClaimsJob } from './claim-jobs.ts';
import { expireSession } from './end-checkout.ts';
import { handleDueClaims } from './handle-due-claims.ts';

export const claimJobs: readonly BoundJob[] = [
  bindJob(chargeClaim, ({ claimId }, run) => charge(claimId, run), { concurrency: 2 }),
  bindJob(cancelClaim, ({ claimId }, run) => cancel(claimId, run), { concurrency: 2 }),
  bindJob(dueClaimsJob, (_, run) => handleDueClaims(run)),
];

const isOver = ({ status }: Stripe.Subscription) => status === 'canceled' || status === 'incomplete_expired';

async function readClaim(id: string, { db }: JobRun) {
  const [claim] = await db.select().from(claims).where(eq(claims.id, id));
  return claim;
}

/** Null when Stripe does not know it. */
async function readSubscription(stripe: Stripe, id: string): Promise<Stripe.Subscription | null> {
  try {
    return await stripe.subscriptions.retrieve(id);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/**
 * Ends the hold of an approved claim, so that Stripe charges the first month. Does not check the result:
 * syncing the subscription does.
 */
async function charge(claimId: string, run: JobRun): Promise<void> {
  const claim = await readClaim(claimId, run);
  if (claim === undefined || !isHeld(claim.status) || claim.subscriptionId === null) return;
  const stripe = stripeClient(run.env);
  const subscription = await readSubscription(stripe, claim.subscriptionId);
  if (subscription?.status === 'trialing') {
    await stripe.subscriptions.update(
      subscription.id,
      { trial_end: 'now', proration_behavior: 'none' },
      idempotent('charge', 'claim', claimId),
    );
  }
  await lookAgain(claim.subscriptionId, run);
}

/** Cancels everything at Stripe for a claim that was closed or has ended. Nothing is charged. */
async function cancel(claimId: string, run: JobRun): Promise<void> {
  const claim = await readClaim(claimId, run);
  if (claim === undefined || isOpen(claim.status) || isHeld(claim.status)) return;
  const stripe = stripeClient(run.env);
  const subscriptionId = claim.subscriptionId ?? (await endSession(stripe, claim.sessionId));
  if (subscriptionId !== null) {
    const subscription = await readSubscription(stripe, subscriptionId);
    if (subscription !== null && !isOver(subscription)) {
      await stripe.subscriptions.cancel(
        subscriptionId,
        { invoice_now: false, prorate: false },
        idempotent('cancel', 'claim', claimId),
      );
    }
    await lookAgain(subscriptionId, run);
  }
  const now = run.now();
  await run.db.update(claims).set({ subscriptionId, cancelledAt: now }).where(eq(claims.id, claimId));
}

/**
 * The subscription of a session that was completed after all; null when the session can no longer make one.
 */
async function endSession(stripe: Stripe, sessionId: string | null): Promise<string | null> {
  if (sessionId === null || (await expireSession(stripe, sessionId))) return null;
  const { subscription } = await stripe.checkout.sessions.retrieve(sessionId);
  return typeof subscription === 'string' ? subscription : (subscription?.id ?? null);
}

const lookAgain = (id: string, { db }: JobRun) =>
  enqueue(db, syncStripeObject, { kind: 'subscription', id }, { singletonKey: id });
