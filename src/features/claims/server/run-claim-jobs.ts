/**
 * The jobs of claims. Each one asks Stripe for the current state first, so that a repeated job does no harm.
 */
import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { setEndAtPeriod } from '#features/billing/server/end-at-period.ts';
import { cancelNow } from '#features/billing/server/end-subscription.ts';
import { giveBackPaid } from '#features/billing/server/give-back.ts';
import { queueSync } from '#features/billing/server/handle-event-job.ts';
import { claims } from '#server/db/schema/index.ts';
import { type BoundJob, bindJob, type JobRun } from '#server/jobs/bind-job.ts';
import { expireSession } from '#server/stripe/expire-session.ts';
import { objectId } from '#server/stripe/object-id.ts';
import { retrieveOrNull } from '#server/stripe/retrieve-or-null.ts';
import { idempotent, stripeClient } from '#server/stripe/stripe-client.ts';
import { isEnded } from '#server/stripe/subscription-states.ts';
import { claimStates, isOver, ownStatuses } from '../claim-states.ts';
import { cancelClaim, chargeClaim, dueClaimsJob, stopClaim } from './claim-jobs.ts';
import type { ClaimRow } from './claim-rows.ts';
import { endHold } from './first-payment.ts';
import { handleDueClaims } from './handle-due-claims.ts';
import { reasonToGiveBack } from './note-given-back.ts';

export const claimJobs: readonly BoundJob[] = [
  bindJob(chargeClaim, ({ claimId }, run) => charge(claimId, run), { concurrency: 2 }),
  bindJob(cancelClaim, ({ claimId }, run) => cancel(claimId, run), { concurrency: 2 }),
  bindJob(stopClaim, ({ claimId }, run) => stop(claimId, run), { concurrency: 2 }),
  bindJob(dueClaimsJob, (_, run) => handleDueClaims(run)),
];

async function readClaim(id: string, { db }: JobRun) {
  const [claim] = await db.select().from(claims).where(eq(claims.id, id));
  return claim;
}

/** Ends the hold of an approved claim, so that Stripe charges the first month. Does not check the result: the sync does. */
async function charge(claimId: string, run: JobRun): Promise<void> {
  const claim = await readClaim(claimId, run);
  if (claim === undefined || !ownStatuses.includes(claim.status) || claim.subscriptionId === null) return;
  // Its first payment waits for the end of the time that a former owner has paid for.
  if (claim.succeedsId !== null) return;
  const stripe = stripeClient(run.env);
  await endHold(stripe, { id: claimId, subscriptionId: claim.subscriptionId });
  await recheck(claim.subscriptionId, run);
}

/**
 * Ends the plan of somebody who has handed the listing over with its paid time. What Stripe has charged for later, because it
 * could not be told in time, goes back.
 */
async function stop(claimId: string, run: JobRun): Promise<void> {
  const claim = await readClaim(claimId, run);
  if (claim?.status !== 'handed_over' || claim.subscriptionId === null || claim.paidUntil === null) return;
  const stripe = stripeClient(run.env);
  await setEndAtPeriod(stripe, claim.subscriptionId, true);
  await giveBackPaid(stripe, lateOf(claim, claim.subscriptionId, claim.paidUntil), run);
  if (claim.paidUntil <= run.now()) await cancelNow(stripe, claim.subscriptionId);
  await recheck(claim.subscriptionId, run);
}

const lateOf = (claim: ClaimRow, subscription: string, since: Date | null) => ({
  ...{ subscription, since },
  reason: reasonToGiveBack(claim),
});

/** Cancels everything at Stripe for a claim that was closed or has ended. Nothing is charged, and a closed claim keeps nothing. */
async function cancel(claimId: string, run: JobRun): Promise<void> {
  const claim = await readClaim(claimId, run);
  if (claim === undefined || !isOver(claim.status)) return;
  const stripe = stripeClient(run.env);
  const subscriptionId = claim.subscriptionId ?? (await endSession(stripe, claim.sessionId));
  if (subscriptionId !== null) {
    const subscription = await readSubscription(stripe, subscriptionId);
    // A page that is charged at once may be paid while its claim is closed.
    const isClosed = claimStates[claim.status].phase === 'closed';
    const since = isClosed ? null : claim.paidUntil;
    if (isClosed || since !== null) await giveBackPaid(stripe, lateOf(claim, subscriptionId, since), run);
    if (subscription !== null && !isEnded(subscription.status)) {
      await stripe.subscriptions.cancel(
        subscriptionId,
        { invoice_now: false, prorate: false },
        idempotent('cancel', 'claim', claimId),
      );
    }
    await recheck(subscriptionId, run);
  }
  const now = run.now();
  await run.db.update(claims).set({ subscriptionId, cancelledAt: now }).where(eq(claims.id, claimId));
}

const readSubscription = (stripe: Stripe, id: string) => retrieveOrNull(() => stripe.subscriptions.retrieve(id));

/** Returns the subscription of a session that was paid before it could be closed; null when nothing was paid. */
async function endSession(stripe: Stripe, sessionId: string | null): Promise<string | null> {
  if (sessionId === null || (await expireSession(stripe, sessionId)) === 'expired') return null;
  return objectId((await stripe.checkout.sessions.retrieve(sessionId)).subscription);
}

const recheck = (id: string, { db }: JobRun) => queueSync(db, { kind: 'subscription', id });
