import Stripe from 'stripe';
import type { Services } from '#server/http/serve.ts';
import { isMissing, stripeClient } from '#server/stripe/stripe-client.ts';
import type { ClaimRow } from './claim-rows.ts';
import { lockClaim } from './claim-rows.ts';
import { closeClaim } from './close-claim.ts';
import { settleCheckout } from './settle-checkout.ts';

/**
 * Ends a pending claim whose page is no longer wanted. The session is expired at Stripe first: if the
 * customer has just paid, Stripe refuses, and the payment is settled instead.
 */
export async function endCheckout(claim: ClaimRow, services: Services): Promise<void> {
  const stripe = stripeClient(services.env);
  if (claim.sessionId !== null && !(await expireSession(stripe, claim.sessionId))) {
    await settleCheckout({ ...services, stripe }, claim.sessionId);
    return;
  }
  await services.db.transaction(async (tx) => {
    const held = await lockClaim(tx, claim.id);
    if (held?.claim.status !== 'pending') return;
    await closeClaim(tx, held, { to: 'expired', decidedBy: 'site' }, services);
  });
}

/** Expires a session. Returns true when it can no longer be paid, false when it was completed. */
export async function expireSession(stripe: Stripe, sessionId: string): Promise<boolean> {
  try {
    await stripe.checkout.sessions.expire(sessionId);
    return true;
  } catch (error) {
    if (isMissing(error)) return true;
    // Stripe expires only open sessions.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return (await stripe.checkout.sessions.retrieve(sessionId)).status !== 'complete';
  }
}
