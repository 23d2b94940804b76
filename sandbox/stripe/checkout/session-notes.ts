/** What Stripe knows of a Checkout session and does not show in it. */
import type Stripe from 'stripe';
import type { MissingPaymentMethod } from '../billing/new-subscription.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { CheckoutSession, PaymentIntent, WireOf } from '../engine/wire.ts';

export type LineItem = WireOf<Stripe.LineItem>;

export interface SessionNotes {
  items: LineItem[];
  /** The trial that its subscription begins with. */
  trialEnd: number | null;
  trialDays: number | null;
  missingPaymentMethod: MissingPaymentMethod;
  subscriptionMetadata: Record<string, string>;
  subscriptionDescription: string | null;
  intentMetadata: Record<string, string>;
  intentDescription: string | null;
  setupFutureUsage: PaymentIntent['setup_future_usage'];
  /** The id by which Stripe's command line knows the page. */
  pageId: string;
  /** All tries to pay the session use one intent. */
  intent: string | undefined;
  /** The card of a hold, while its owner is asked to confirm it. */
  waitingCard: string | undefined;
  /** Said on the page when the customer comes back from a failed confirmation. */
  fault: string | undefined;
  /** What the customer typed. */
  buyer: Buyer;
}

export interface Buyer {
  email: string | null;
  name: string | null;
  postalCode: string | null;
}

export function notesOf(sandbox: Sandbox, session: CheckoutSession): SessionNotes {
  // Filled whole when the session is made.
  return sandbox.store.hiddenOf<SessionNotes>(session.id) as SessionNotes;
}

export function sessionOfIntent(sandbox: Sandbox, intent: PaymentIntent): CheckoutSession | undefined {
  const { checkoutSession } = sandbox.store.hiddenOf<{ checkoutSession: string }>(intent.id);
  return sandbox.store.checkoutSessions.find(checkoutSession);
}

export function isHold(sandbox: Sandbox, session: CheckoutSession): boolean {
  const { trialDays, trialEnd } = notesOf(sandbox, session);
  return trialDays !== null || trialEnd !== null;
}

/** What the items cost from the first charge on, whatever is due today. */
export function fullPrice(sandbox: Sandbox, session: CheckoutSession): number {
  return notesOf(sandbox, session).items.reduce(
    (sum, { price, quantity }) => sum + (price?.unit_amount ?? 0) * (quantity ?? 1),
    0,
  );
}
