import { and, eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { claimPriceKey } from '#features/billing/catalogue.ts';
import { priceIdOf } from '#features/billing/server/set-up-catalogue.ts';
import { claims } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { idempotent, stripeClient } from '#server/stripe/stripe-client.ts';
import { holdDays } from '../claim-rules.ts';
import type { ClaimRow } from './claim-rows.ts';

export interface OpenCheckout {
  sessionId: string;
  /** null: Stripe gave none that may be followed. */
  url: string | null;
}

interface Opening {
  claim: ClaimRow;
  /** Stripe's id of the person. */
  customer: string;
  business: { slug: string };
}

/**
 * Makes the Checkout session of a pending claim: a subscription that begins with a free hold, so that the card is known
 * and nothing is charged. Asked again for the same claim, Stripe answers with the same session.
 */
export async function openCheckout(
  { claim, customer, business }: Opening,
  { db, env, log, now }: Pick<Services, 'db' | 'env' | 'log' | 'now'>,
): Promise<OpenCheckout> {
  const stripe = stripeClient(env);
  const metadata = {
    kind: `claim_${claim.plan}`,
    claim_id: claim.id,
    business_id: claim.businessId ?? '',
    user_id: claim.userId ?? '',
  };
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: 'subscription',
    customer,
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
  const session = await stripe.checkout.sessions.create(params, idempotent('checkout', 'claim', claim.id));
  const url = safeUrl(session.url, env.stripe?.apiBase);
  if (url === null) log.error({ part: 'claims', session: session.id }, 'Stripe gave no address to go to');
  await db
    .update(claims)
    .set({ sessionId: session.id, sessionUrl: url, updatedAt: now() })
    .where(and(eq(claims.id, claim.id), eq(claims.status, 'pending')));
  return { sessionId: session.id, url };
}

/** Stripe's own page, or that of the stand-in which the environment names; nobody is sent anywhere else. */
export function safeUrl(url: string | null, apiBase: string | undefined): string | null {
  if (url === null || !URL.canParse(url)) return null;
  const { origin } = new URL(url);
  const allowed = ['https://checkout.stripe.com', ...(apiBase === undefined ? [] : [new URL(apiBase).origin])];
  return allowed.includes(origin) ? url : null;
}
