/** A customer pays a Checkout session, on the hosted page or through Stripe's command line. */
import { newSubscription, type WantedItem } from '../billing/new-subscription.ts';
import { beginPaid, beginTrial } from '../billing/subscriptions.ts';
import { createCustomer } from '../engine/customers.ts';
import { ApiError, invalidRequest, unexpectedState } from '../engine/errors.ts';
import { newIntent } from '../engine/intents.ts';
import { challengeUrl, payIntent } from '../engine/pay.ts';
import { attach, cardOf, isConfirmed, markConfirmed } from '../engine/payment-methods.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { CheckoutSession, Customer, PaymentIntent, PaymentMethod, Subscription } from '../engine/wire.ts';
import { type Buyer, dueToday, isHold, notesOf, sessionOfIntent } from './session-notes.ts';

type SessionOutcome =
  | { outcome: 'complete' }
  /** The cardholder has to confirm at this address. */
  | { outcome: 'requires_action'; url: string }
  | { outcome: 'declined'; error: ApiError };

const authenticationFailed =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

function mustBeOpen(session: CheckoutSession): void {
  if (session.status === 'open') return;
  throw unexpectedState(
    `This Checkout Session is no longer open: its status is ${session.status}.`,
    'checkout_session_not_open',
  );
}

/** The customer of the session. A subscription needs one, so the page makes one when it is missing. */
function customerFor(sandbox: Sandbox, session: CheckoutSession): Customer | undefined {
  const held = sandbox.store.customers.find(session.customer);
  if (held) return held;
  if (session.mode === 'payment' && session.customer_creation !== 'always') return undefined;
  const { email, name } = notesOf(sandbox, session).buyer;
  const customer = createCustomer(sandbox, { ...(email && { email }), ...(name && { name }) });
  session.customer = customer.id;
  return customer;
}

function intentFor(sandbox: Sandbox, session: CheckoutSession): PaymentIntent {
  const notes = notesOf(sandbox, session);
  const held = sandbox.store.paymentIntents.find(notes.intent);
  if (held && held.status !== 'canceled') {
    // Another bill may have used the credit since.
    if (held.status !== 'succeeded') held.amount = dueToday(sandbox, session);
    return held;
  }
  const customer = customerFor(sandbox, session);
  const intent = newIntent(sandbox, {
    amount: dueToday(sandbox, session),
    currency: session.currency ?? 'usd',
    customer: customer?.id ?? null,
    description: session.mode === 'subscription' ? 'Subscription creation' : notes.intentDescription,
    metadata: notes.intentMetadata,
    setupFutureUsage: notes.setupFutureUsage,
  });
  notes.intent = intent.id;
  sandbox.store.hiddenOf<{ checkoutSession: string }>(intent.id).checkoutSession = session.id;
  if (session.mode === 'payment') session.payment_intent = intent.id;
  sandbox.emit('payment_intent.created', intent);
  return intent;
}

/** Pays an open session with a card. Throws when the session is no longer open. */
export function paySession(
  sandbox: Sandbox,
  session: CheckoutSession,
  method: PaymentMethod,
  buyer: Partial<Buyer> = {},
): SessionOutcome {
  mustBeOpen(session);
  const notes = notesOf(sandbox, session);
  notes.buyer = { ...notes.buyer, ...buyer };
  notes.fault = undefined;
  if (dueToday(sandbox, session) === 0) return holdCard(sandbox, session, method);
  // The listener below does what follows from a payment, because a confirmation may come later.
  const result = payIntent(sandbox, intentFor(sandbox, session), method);
  if (result.outcome === 'succeeded') return { outcome: 'complete' };
  if (result.outcome === 'declined') return result;
  return { outcome: 'requires_action', url: challengeUrl(sandbox, intentFor(sandbox, session)) };
}

/** Checks and keeps the card; charges nothing today. */
function holdCard(sandbox: Sandbox, session: CheckoutSession, method: PaymentMethod): SessionOutcome {
  const card = cardOf(sandbox, method);
  if (card.declines) {
    return { outcome: 'declined', error: new ApiError(402, { type: 'card_error', ...card.declines }) };
  }
  if (card.challenge && !isConfirmed(sandbox, method)) {
    notesOf(sandbox, session).waitingCard = method.id;
    return { outcome: 'requires_action', url: `${sandbox.origin}/3ds/${session.id}` };
  }
  completeUncharged(sandbox, session, method);
  return { outcome: 'complete' };
}

/** The cardholder has confirmed the kept card, or refused to. */
export function finishHoldChallenge(sandbox: Sandbox, session: CheckoutSession, passed: boolean): void {
  mustBeOpen(session);
  const notes = notesOf(sandbox, session);
  const method = sandbox.store.paymentMethods.find(notes.waitingCard);
  if (!method) throw invalidRequest('This Checkout Session does not wait for a confirmation.');
  notes.waitingCard = undefined;
  if (!passed) {
    notes.fault = authenticationFailed;
    return;
  }
  markConfirmed(sandbox, method);
  completeUncharged(sandbox, session, method);
}

function subscribe(
  sandbox: Sandbox,
  session: CheckoutSession,
  customer: Customer,
  method: PaymentMethod,
  trialEnd: number | null,
): Subscription {
  const notes = notesOf(sandbox, session);
  const items = notes.items.flatMap(({ price, quantity }): WantedItem[] => {
    const held = sandbox.store.prices.find(price?.id);
    return held ? [{ price: held, quantity: quantity ?? 1 }] : [];
  });
  return newSubscription(sandbox, {
    customer,
    items,
    status: trialEnd === null ? 'active' : 'trialing',
    trialEnd,
    defaultPaymentMethod: method.id,
    missingPaymentMethod: notes.missingPaymentMethod,
    metadata: notes.subscriptionMetadata,
    description: notes.subscriptionDescription,
    invoiceSettings: notes.subscriptionInvoices,
    automaticTax: session.automatic_tax.enabled,
  });
}

/** A plan that begins with free days, or whose first bill the customer's credit pays. */
function completeUncharged(sandbox: Sandbox, session: CheckoutSession, method: PaymentMethod): void {
  const notes = notesOf(sandbox, session);
  const customer = customerFor(sandbox, session);
  if (!customer) return;
  attach(sandbox, method, customer);
  const now = sandbox.clock.nowFor(customer.id);
  const trialEnd = isHold(sandbox, session) ? (notes.trialEnd ?? now + (notes.trialDays ?? 0) * 86_400) : null;
  const subscription = subscribe(sandbox, session, customer, method, trialEnd);
  if (trialEnd === null) beginPaid(sandbox, subscription);
  else beginTrial(sandbox, subscription);
  session.subscription = subscription.id;
  session.invoice = subscription.latest_invoice;
  complete(sandbox, session, method, 'no_payment_required');
}

function complete(
  sandbox: Sandbox,
  session: CheckoutSession,
  method: PaymentMethod | undefined,
  paid: CheckoutSession['payment_status'],
): void {
  const { buyer } = notesOf(sandbox, session);
  const address = method?.billing_details.address ?? null;
  session.status = 'complete';
  session.payment_status = paid;
  session.url = null;
  session.customer_details = {
    address: address ? { ...address, country: address.country ?? 'US' } : null,
    business_name: null,
    email: buyer.email,
    individual_name: null,
    name: buyer.name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  };
  session.collected_information = { business_name: null, individual_name: null, shipping_details: null };
  sandbox.emit('checkout.session.completed', session);
}

/** Called when a session's intent was paid, perhaps after a confirmation, or failed. */
export function onIntentSettled(sandbox: Sandbox, intent: PaymentIntent, outcome: 'succeeded' | 'failed'): void {
  const session = sessionOfIntent(sandbox, intent);
  if (session?.status !== 'open') return;
  if (outcome === 'failed') {
    const { code, message } = intent.last_payment_error ?? {};
    if (code === 'payment_intent_authentication_failure') notesOf(sandbox, session).fault = message;
    return;
  }
  const method = sandbox.store.paymentMethods.find(intent.payment_method);
  const customer = sandbox.store.customers.find(session.customer);
  if (session.mode === 'subscription' && customer && method) {
    const subscription = subscribe(sandbox, session, customer, method, null);
    beginPaid(sandbox, subscription, intent);
    session.subscription = subscription.id;
    session.invoice = subscription.latest_invoice;
  }
  complete(sandbox, session, method, 'paid');
}

/** Expires the session, so that it can no longer be paid. */
export function expireSession(sandbox: Sandbox, session: CheckoutSession): void {
  const intent = sandbox.store.paymentIntents.find(notesOf(sandbox, session).intent);
  session.status = 'expired';
  session.url = null;
  if (intent && intent.status !== 'succeeded' && intent.status !== 'canceled') {
    intent.status = 'canceled';
    intent.canceled_at = sandbox.clock.nowFor(intent.customer);
    intent.cancellation_reason = 'automatic';
    intent.next_action = null;
    sandbox.emit('payment_intent.canceled', intent);
  }
  sandbox.emit('checkout.session.expired', session);
}
