/** Makes the first payment of an approved claim, and tells what came of it. */
import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { syncRun } from '#features/billing/server/stripe-syncs.ts';
import { syncPlan } from '#features/premium/server/grant-premium.ts';
import { claims } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { retrieveOrNull } from '#server/stripe/retrieve-or-null.ts';
import { idempotent, stripeClient } from '#server/stripe/stripe-client.ts';
import { isStripeError } from '#server/stripe/stripe-sdk.ts';
import type { FirstPayment } from '../staff-contract.ts';
import { followSubscription } from './follow-subscription.ts';

/** Ends the hold, so that Stripe charges the first month. Safe to repeat, also twice at once. */
export async function endHold(
  stripe: Stripe,
  { id, subscriptionId }: { id: string; subscriptionId: string },
  patience: Stripe.RequestOptions = {},
): Promise<void> {
  const subscription = await retrieveOrNull(() => stripe.subscriptions.retrieve(subscriptionId, {}, patience));
  if (subscription?.status !== 'trialing') return;
  await stripe.subscriptions.update(
    subscription.id,
    { trial_end: 'now', proration_behavior: 'none' },
    { ...idempotent('charge', 'claim', id), ...patience },
  );
}

/** Staff wait for the answer, and the job charges all the same where it does not come. */
const patience = { timeout: 4000, maxNetworkRetries: 0 } as const;

/**
 * Charges a claim that staff have approved this moment, instead of the job behind it, so that they read at once when nothing was
 * paid. 'unknown': the payment service has not said yet. Call it outside of transactions; it does not throw.
 */
export async function chargeNow(claimId: string, services: Services): Promise<FirstPayment> {
  const { db, env, log } = services;
  const [claim] = await db.select().from(claims).where(eq(claims.id, claimId));
  const subscriptionId = claim?.subscriptionId ?? null;
  // The first payment of who goes on with a listing waits for the end of the time that a former owner has paid for.
  if (!claim || claim.amountCents === 0 || subscriptionId === null || claim.succeedsId !== null) return 'none';
  try {
    const stripe = stripeClient(env);
    // The job may be charging at this very moment: then Stripe refuses the second call, and its result counts.
    const failure = await endHold(stripe, { id: claimId, subscriptionId }, patience).catch((error: unknown) => error);
    if (failure !== undefined && !isStripeError(failure, 'StripeError')) throw failure;
    const outcome = await readFirstPayment(stripe, subscriptionId);
    if (outcome === 'unknown') return outcome;
    await syncPlan(syncRun(services), subscriptionId);
    await followSubscription(services, subscriptionId);
    return outcome;
  } catch (error) {
    // The claim is approved whatever happens here, and the answer has to say so.
    log.warn({ part: 'claims', claimId, err: error }, 'the first payment of a claim could not be read');
    return 'unknown';
  }
}

/** Nothing but an invoice that is paid, or was tried in vain, counts as an answer. */
async function readFirstPayment(stripe: Stripe, id: string): Promise<FirstPayment> {
  const expand = { expand: ['latest_invoice'] };
  const subscription = await retrieveOrNull(() => stripe.subscriptions.retrieve(id, expand, patience));
  const invoice = subscription?.latest_invoice;
  // The hold has an invoice, too, over nothing.
  if (!subscription || subscription.status === 'trialing' || !invoice || typeof invoice === 'string') return 'unknown';
  if (invoice.status === 'paid') return 'paid';
  return invoice.status === 'open' && invoice.attempt_count > 0 ? 'declined' : 'unknown';
}
