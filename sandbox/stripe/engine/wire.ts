/**
 * Stripe's own types as the sandbox stores objects: a reference to another object is its id, decimals are
 * strings.
 */
import type Stripe from 'stripe';

interface HasId {
  id: string;
}

export type WireOf<T> = T extends Stripe.Decimal
  ? string
  : T extends (infer Item)[]
    ? Field<Item>[]
    : T extends object
      ? { [Key in keyof T]: Field<T[Key]> }
      : T;

/** In the store, a field that may hold an id or an object always holds the id. */
type Field<T> = [string] extends [T] ? Exclude<T, HasId> : T extends unknown ? WireOf<T> : never;

export type Customer = WireOf<Stripe.Customer>;
export type Product = WireOf<Stripe.Product>;
export type Price = WireOf<Stripe.Price>;
export type Coupon = WireOf<Stripe.Coupon>;
export type PaymentMethod = WireOf<Stripe.PaymentMethod>;
export type PaymentIntent = WireOf<Stripe.PaymentIntent>;
export type Charge = WireOf<Stripe.Charge>;
export type Refund = WireOf<Stripe.Refund>;
export type Dispute = WireOf<Stripe.Dispute>;
export type CheckoutSession = WireOf<Stripe.Checkout.Session>;
export type Subscription = WireOf<Stripe.Subscription>;
export type SubscriptionItem = WireOf<Stripe.SubscriptionItem>;
export type Invoice = WireOf<Stripe.Invoice>;
export type InvoicePayment = WireOf<Stripe.InvoicePayment>;
export type PortalSession = WireOf<Stripe.BillingPortal.Session>;
export type PortalConfiguration = WireOf<Stripe.BillingPortal.Configuration>;
export type WebhookEndpoint = WireOf<Stripe.WebhookEndpoint>;
export type TestClock = WireOf<Stripe.TestHelpers.TestClock>;

/** `type` and `data.object` belong together as Stripe's table of events says; tests check it. */
export interface SandboxEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: object; previous_attributes?: object };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: Stripe.Event.Type;
}
