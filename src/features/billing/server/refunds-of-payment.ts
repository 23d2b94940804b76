import type Stripe from 'stripe';

export interface Refund {
  /** Stripe's. */
  id: string;
  at: string;
  cents: number;
  /** The form that asked for it here; null for one made at Stripe itself. */
  act: string | null;
}

/** The parts of a payment that went back, oldest first. */
export async function refundsOfPayment(stripe: Stripe, paymentIntent: string): Promise<Refund[]> {
  const { data } = await stripe.refunds.list({ payment_intent: paymentIntent, limit: 100 });
  // Stripe lists the newest first, and its times are whole seconds.
  return data
    .filter(({ status }) => status !== 'failed' && status !== 'canceled')
    .map(readRefund)
    .toReversed()
    .toSorted((a, b) => a.at.localeCompare(b.at));
}

export function readRefund({ id, created, amount, metadata }: Stripe.Refund): Refund {
  return { id, at: new Date(created * 1000).toISOString(), cents: amount, act: metadata?.act ?? null };
}
