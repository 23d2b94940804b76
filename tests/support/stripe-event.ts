/** Webhooks as Stripe sends them, signed with the test site's secret. */
import Stripe from 'stripe';

export const testStripeEnv = {
  STRIPE_SECRET_KEY: 'sk_test_alameda',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_alameda',
  STRIPE_WEBHOOK_SECRET: 'whsec_alameda',
};

interface EventParts {
  id?: string;
  type: string;
  object: object;
  livemode?: boolean;
}

export function anEventBody({ id = 'evt_1', type, object, livemode = false }: EventParts): string {
  const created = Math.floor(Date.now() / 1000);
  return JSON.stringify({ id, object: 'event', type, created, livemode, data: { object } });
}

/** @param at seconds; the receiver takes signatures of the last 300 */
export function signed(body: string, { secret = testStripeEnv.STRIPE_WEBHOOK_SECRET, at = Date.now() / 1000 } = {}) {
  return Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: Math.floor(at) });
}
