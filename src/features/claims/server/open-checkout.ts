import { and, eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { claimPriceKey } from '#features/billing/catalogue.ts';
import { withCustomer } from '#features/billing/server/ensure-customer.ts';
import { priceIdOf } from '#features/billing/server/set-up-catalogue.ts';
import { stripePage } from '#features/billing/server/stripe-page.ts';
import { claims } from '#server/db/schema/index.ts';
import type { Services, SessionUser } from '#server/http/serve.ts';
import { idempotent, stripeClient } from '#server/stripe/stripe-client.ts';
import { holdDays } from '../claim-rules.ts';
import type { ClaimRow } from './claim-rows.ts';

export interface OpenCheckout {
  sessionId: string;
  /** Null when Stripe returned no address that may be followed. */
  url: string | null;
}

interface Opening {
  claim: ClaimRow;
  user: SessionUser;
  business: { slug: string };
}

/**
 * Makes the Checkout session of a pending claim: a subscription with a free hold, so that the card is known
 * and nothing is charged. For the same claim Stripe returns the same session.
 */
export async function openCheckout(
  { claim, user, business }: Opening,
  services: Pick<Services, 'db' | 'env' | 'log' | 'now'>,
): Promise<OpenCheckout> {
  const { db, env, log, now } = services;
  const stripe = stripeClient(env);
  const metadata = {
    kind: `claim_${claim.plan}`,
    claim_id: claim.id,
    business_id: claim.businessId ?? '',
    user_id: claim.userId ?? '',
  };
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: 'subscription',
    line_items: [{ price: await priceIdOf(stripe, claimPriceKey[claim.plan]), quantity: 1 }],
    client_reference_id: claim.id,
    metadata,
    subscription_data: {
      metadata,
      trial_period_days: holdDays,
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    },
    payment_method_collection: 'always',
    allowed_payment_method_types: ['card'],
    custom_text: {
      submit: { message: 'Your card is not charged until we have approved your claim. If we do not, you pay nothing.' },
    },
    expires_at: Math.floor(claim.expiresAt.getTime() / 1000),
    success_url: `${env.siteUrl}/payment-success?plan=${claim.plan}&session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${env.siteUrl}/claim-business?business=${business.slug}`,
  };
  const session = await withCustomer(services, user, (customer) =>
    stripe.checkout.sessions.create({ ...params, customer }, idempotent('checkout', 'claim', claim.id, customer)),
  );
  const url = stripePage(session.url, env.stripe?.apiBase);
  if (url === null) log.error({ part: 'claims', session: session.id }, 'Stripe gave no address to go to');
  await db
    .update(claims)
    .set({ sessionId: session.id, sessionUrl: url, updatedAt: now() })
    .where(and(eq(claims.id, claim.id), eq(claims.status, 'pending')));
  return { sessionId: session.id, url };
}
