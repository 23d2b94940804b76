/**
 * A webhook is a doorbell: it says that something about an object may have changed. What there is to do about it is the
 * same whoever rings, however often and in whatever order: fetch the object from Stripe and converge. `app/stripe-syncs.ts`
 * says which features look at which kind of object.
 */
import type Stripe from 'stripe';
import type { Services } from '#server/http/serve.ts';
import { stripeClient } from '#server/stripe/stripe-client.ts';

export const objectKinds = ['checkout.session', 'subscription', 'payment_intent', 'reversal'] as const;

/** 'reversal': a payment intent whose money is refunded or disputed. */
export type ObjectKind = (typeof objectKinds)[number];

export interface StripeObject {
  kind: ObjectKind;
  id: string;
}

export interface SyncRun extends Services {
  stripe: Stripe;
}

/** Makes our rows agree with the object; nothing happens when it is not its business. May run at any time, also twice at once. */
export type Sync = (run: SyncRun, id: string) => Promise<void>;

export interface StripeSyncs {
  /** In this order. */
  syncs: Readonly<Record<ObjectKind, readonly Sync[]>>;
  /** Objects that the hourly reconciler should look at, because no webhook has spoken of them for too long. */
  overdue: readonly ((run: SyncRun) => Promise<StripeObject[]>)[];
}

export const syncRun = (services: Services): SyncRun => ({ ...services, stripe: stripeClient(services.env) });

export async function syncObject({ syncs }: StripeSyncs, run: SyncRun, { kind, id }: StripeObject): Promise<void> {
  for (const sync of syncs[kind]) await sync(run, id);
}
