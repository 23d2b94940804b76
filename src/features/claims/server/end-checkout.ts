import type Stripe from 'stripe';
import { type CheckoutEnd, endCheckoutPage } from '#features/billing/server/checkout-page.ts';
import type { Services } from '#server/http/serve.ts';
import { stripeClient } from '#server/stripe/stripe-client.ts';
import { canBe } from '../claim-states.ts';
import { type ClaimRow, lockClaim } from './claim-rows.ts';
import { closeClaim } from './close-claim.ts';
import { settleCheckout } from './settle-checkout.ts';

/** Tells how a claim ends together with its payment page. */
export function claimEnd(services: Services, stripe: Stripe): CheckoutEnd<ClaimRow> {
  return {
    settle: (sessionId) => settleCheckout({ ...services, stripe }, sessionId),
    close: (claim) =>
      services.db.transaction(async (tx) => {
        const held = await lockClaim(tx, claim.id);
        if (held === null || !canBe(held.claim.status, 'expired')) return;
        await closeClaim(tx, held, { event: 'expired', decidedBy: 'site' }, services);
      }),
  };
}

/** Ends a pending claim whose payment page nobody wants any more. */
export async function endCheckout(claim: ClaimRow, services: Services): Promise<void> {
  const stripe = stripeClient(services.env);
  await endCheckoutPage(stripe, claim, claimEnd(services, stripe));
}
