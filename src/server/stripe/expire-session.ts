import type Stripe from 'stripe';
import { retrieveOrNull } from './retrieve-or-null.ts';
import { isStripeError } from './stripe-sdk.ts';

/**
 * Closes a Checkout session, so that nobody can pay it any more. Returns 'complete' when the customer has paid first: Stripe
 * then refuses, and the payment stands. A session that Stripe does not know counts as 'expired'.
 */
export async function expireSession(stripe: Stripe, id: string): Promise<'expired' | 'complete'> {
  try {
    await retrieveOrNull(() => stripe.checkout.sessions.expire(id));
    return 'expired';
  } catch (error) {
    // Stripe expires open sessions only.
    if (!isStripeError(error, 'StripeInvalidRequestError')) throw error;
    const { status } = await stripe.checkout.sessions.retrieve(id);
    if (status === 'open') throw error;
    return status === 'complete' ? 'complete' : 'expired';
  }
}
