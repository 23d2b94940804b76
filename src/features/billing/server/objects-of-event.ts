import type Stripe from 'stripe';
import { objectId } from '#server/stripe/object-id.ts';
import type { StripeObject } from './stripe-syncs.ts';

/** Types of events that say something to us; also what is asked for when the missed ones are read. */
export const heardEvents = [
  'checkout.session.completed',
  'checkout.session.expired',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  // A refund may fail days later.
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const;

/**
 * The objects to sync after an event; only ids are taken from its contents. Empty when the event does not
 * concern us.
 */
export function objectsOfEvent(event: Stripe.Event): StripeObject[] {
  const objects: { kind: StripeObject['kind']; id: string | null }[] = [];
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.expired':
      objects.push({ kind: 'checkout.session', id: event.data.object.id });
      objects.push({ kind: 'subscription', id: objectId(event.data.object.subscription) });
      break;
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      objects.push({ kind: 'subscription', id: event.data.object.id });
      break;
    case 'invoice.paid':
    case 'invoice.payment_failed':
      objects.push({
        kind: 'subscription',
        id: objectId(event.data.object.parent?.subscription_details?.subscription),
      });
      break;
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      objects.push({ kind: 'payment_intent', id: event.data.object.id });
      break;
    case 'charge.refunded':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
      objects.push({ kind: 'reversal', id: objectId(event.data.object.payment_intent) });
      break;
  }
  return objects.filter((object): object is StripeObject => object.id !== null);
}
