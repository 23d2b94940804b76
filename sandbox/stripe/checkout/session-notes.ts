/** Facts about a Checkout session that Stripe knows and does not show in its object. */
import type Stripe from 'stripe';
import { creditFor } from '../billing/invoices.ts';
import type { MissingPaymentMethod } from '../billing/new-subscription.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { CheckoutSession, PaymentIntent, Subscription, WireOf } from '../engine/wire.ts';

export type LineItem = WireOf<Stripe.LineItem>;

export interface SessionNotes {
  items: LineItem[];
  /** The trial with which the session's subscription begins. */
  trialEnd: number | null;
  trialDays: number | null;
  missingPaymentMethod: MissingPaymentMethod;
  subscriptionMetadata: Record<string, string>;
  subscriptionDescription: string | null;
  subscriptionInvoices: Pick<Subscription['invoice_settings'], 'custom_fields' | 'description' | 'footer'>;
  intentMetadata: Record<string, string>;
  intentDescription: string | null;
  setupFutureUsage: PaymentIntent['setup_future_usage'];
  /** The id by which Stripe's command line finds the page. */
  pageId: string;
  /** All attempts to pay the session use one intent. */
  intent: string | undefined;
  /** The card to be kept, while its owner is asked to confirm it. */
  waitingCard: string | undefined;
  /** Shown on the page when the customer returns from a failed confirmation. */
  fault: string | undefined;
  /** The customer's typed values. */
  buyer: Buyer;
}

export interface Buyer {
  email: string | null;
  name: string | null;
  postalCode: string | null;
}

export function notesOf(sandbox: Sandbox, session: CheckoutSession): SessionNotes {
  // All fields are filled when the session is made.
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

/** The part of today's sum that the customer's credit pays: only a plan's first bill uses it, no single payment does. */
export function appliedCredit(sandbox: Sandbox, session: CheckoutSession): number {
  if (session.mode !== 'subscription') return 0;
  return creditFor(sandbox.store.customers.find(session.customer), session.amount_total ?? 0);
}

/** The sum that the card is charged today. */
export const dueToday = (sandbox: Sandbox, session: CheckoutSession): number =>
  (session.amount_total ?? 0) - appliedCredit(sandbox, session);

/** The price of the items from the first charge on, whatever is due today. */
export function fullPrice(sandbox: Sandbox, session: CheckoutSession): number {
  return notesOf(sandbox, session).items.reduce(
    (sum, { price, quantity }) => sum + (price?.unit_amount ?? 0) * (quantity ?? 1),
    0,
  );
}
