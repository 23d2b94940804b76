/**
 * A webhook is a doorbell: it says that an object may have changed. The reaction is the same for every event,
 * however often and in whatever order it comes: read the object from Stripe and converge.
 * `app/wiring/stripe-sync-order.ts` lists which features sync which kind of object.
 */
import type Stripe from 'stripe';
import type { Services } from '#server/http/serve.ts';
import { stripeClient } from '#server/stripe/stripe-client.ts';

export const objectKinds = ['checkout.session', 'subscription', 'payment_intent', 'reversal'] as const;

/** 'reversal': a payment intent that was refunded or disputed. */
type ObjectKind = (typeof objectKinds)[number];

export interface StripeObject {
  kind: ObjectKind;
  id: string;
}

export interface SyncRun extends Services {
  stripe: Stripe;
}

/**
 * Brings our rows in line with the object; does nothing for an object of another feature. May run at any
 * time, also twice at once.
 */
export type Sync = (run: SyncRun, id: string) => Promise<void>;

export interface StripeSyncs {
  /** Run in this order. */
  syncs: Readonly<Record<ObjectKind, readonly Sync[]>>;
  /** Lists objects for the hourly reconciler that had no webhook for too long. */
  overdue: readonly ((run: SyncRun) => Promise<StripeObject[]>)[];
}

export const syncRun = (services: Services): SyncRun => ({ ...services, stripe: stripeClient(services.env) });

export async function syncObject({ syncs }: StripeSyncs, run: SyncRun, { kind, id }: StripeObject): Promise<void> {
  for (const sync of syncs[kind]) await sync(run, id);
}
