/** Moves an invoice from draft to paid, and changes its subscription when it is paid or stays unpaid. */
import { changedFields } from '../engine/changed-fields.ts';
import { ApiError } from '../engine/errors.ts';
import { newId } from '../engine/ids.ts';
import { newIntent } from '../engine/intents.ts';
import { type PayOutcome, payIntent } from '../engine/pay.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { Customer, Invoice, InvoicePayment, PaymentIntent, PaymentMethod, Subscription } from '../engine/wire.ts';
import { day } from './periods.ts';

/** Days after the first failed charge on which Stripe retries, by its default settings. */
export const retryDays = [3, 5, 7, 14];

/** The part of a sum that the customer's credit pays, before the card does: a negative balance is to their credit. */
export const creditFor = (customer: Customer | undefined, amount: number): number =>
  Math.min(amount, Math.max(0, -(customer?.balance ?? 0)));

function applyBalance(customer: Customer, invoice: Invoice, credit: number): void {
  invoice.starting_balance = customer.balance;
  customer.balance += credit;
  invoice.amount_due -= credit;
  invoice.amount_remaining = invoice.amount_due;
}

/**
 * Moves a draft to open and emits both events. An amount due gets `paidBy`, an intent that was paid before
 * the invoice existed, or a new intent.
 */
export function issue(sandbox: Sandbox, invoice: Invoice, paidBy?: PaymentIntent): void {
  const { store } = sandbox;
  const customer = store.customers.get(invoice.customer ?? '');
  const now = sandbox.clock.nowFor(customer.id);
  // The intent was made for what the credit had left to pay.
  const open = paidBy ? Math.max(0, invoice.amount_due - paidBy.amount) : invoice.amount_due;
  applyBalance(customer, invoice, creditFor(customer, open));
  sandbox.emit('invoice.created', invoice);
  const sequence = customer.next_invoice_sequence ?? 1;
  customer.next_invoice_sequence = sequence + 1;
  invoice.number = `${customer.invoice_prefix ?? 'SANDBOX'}-${String(sequence).padStart(4, '0')}`;
  invoice.status = 'open';
  invoice.effective_at = now;
  invoice.ending_balance = customer.balance;
  invoice.status_transitions.finalized_at = now;
  invoice.hosted_invoice_url = `${sandbox.origin}/i/${invoice.id}`;
  invoice.invoice_pdf = `${sandbox.origin}/i/${invoice.id}/pdf`;
  if (invoice.amount_due > 0) {
    const intent =
      paidBy ??
      newIntent(sandbox, {
        amount: invoice.amount_due,
        currency: invoice.currency,
        customer: customer.id,
        description: invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
        setupFutureUsage: 'off_session',
      });
    store.invoicePayments.add({
      id: newId('inpay'),
      object: 'invoice_payment',
      amount_paid: null,
      amount_requested: invoice.amount_due,
      created: now,
      currency: invoice.currency,
      invoice: invoice.id,
      is_default: true,
      livemode: false,
      payment: { payment_intent: intent.id, type: 'payment_intent' },
      status: 'open',
      status_transitions: { canceled_at: null, paid_at: null },
    });
  }
  sandbox.emit('invoice.finalized', invoice);
}

export function paymentsOf(sandbox: Sandbox, invoice: Invoice): InvoicePayment[] {
  return sandbox.store.invoicePayments.where((payment) => payment.invoice === invoice.id);
}

export function intentOfInvoice(sandbox: Sandbox, invoice: Invoice): PaymentIntent | undefined {
  const [payment] = paymentsOf(sandbox, invoice);
  return sandbox.store.paymentIntents.find(payment?.payment.payment_intent);
}

function invoiceOfIntent(sandbox: Sandbox, intent: PaymentIntent): Invoice | undefined {
  const [payment] = sandbox.store.invoicePayments.where(({ payment }) => payment.payment_intent === intent.id);
  return sandbox.store.invoices.find(payment?.invoice);
}

export function subscriptionOf(sandbox: Sandbox, invoice: Invoice): Subscription | undefined {
  return sandbox.store.subscriptions.find(invoice.parent?.subscription_details?.subscription);
}

/** The card that is charged without asking: the subscription's own, else the customer's. */
export function defaultMethod(
  sandbox: Sandbox,
  customer: Customer | undefined,
  subscription: Subscription | undefined,
): PaymentMethod | undefined {
  const id = subscription?.default_payment_method ?? customer?.invoice_settings.default_payment_method;
  const method = sandbox.store.paymentMethods.find(id);
  return method?.customer === customer?.id ? method : undefined;
}

/** Marks an invoice as paid, after a charge or because nothing is due. */
export function markPaid(sandbox: Sandbox, invoice: Invoice): void {
  const now = sandbox.clock.nowFor(invoice.customer);
  invoice.status = 'paid';
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.attempted = true;
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = now;
  sandbox.emit('invoice.paid', invoice);
  if (invoice.amount_due === 0) return;
  sandbox.emit('invoice.payment_succeeded', invoice);
  for (const payment of paymentsOf(sandbox, invoice)) {
    payment.status = 'paid';
    payment.amount_paid = invoice.amount_due;
    payment.status_transitions.paid_at = now;
    sandbox.emit('invoice_payment.paid', payment);
  }
}

function setStatus(sandbox: Sandbox, subscription: Subscription, status: Subscription['status']): void {
  if (subscription.status === status) return;
  const before = structuredClone(subscription);
  subscription.status = status;
  sandbox.emit('customer.subscription.updated', subscription, changedFields(before, subscription));
}

/** Called for every intent that succeeded or failed; updates the invoice the intent belongs to, if any. */
export function onIntentSettled(sandbox: Sandbox, intent: PaymentIntent, outcome: 'succeeded' | 'failed'): void {
  const invoice = invoiceOfIntent(sandbox, intent);
  if (invoice?.status !== 'open') return;
  const subscription = subscriptionOf(sandbox, invoice);
  if (outcome === 'failed') {
    noteFailure(sandbox, invoice, subscription);
    return;
  }
  markPaid(sandbox, invoice);
  const owes = sandbox.store.invoices.where(
    (other) => other.status === 'open' && subscriptionOf(sandbox, other) === subscription,
  );
  const mayRevive = ['incomplete', 'past_due', 'unpaid'].includes(subscription?.status ?? '');
  if (subscription && mayRevive && owes.length === 0) setStatus(sandbox, subscription, 'active');
}

function nextAttempt(invoice: Invoice): number | null {
  const days = retryDays[invoice.attempt_count - 1];
  const firstTry = invoice.status_transitions.finalized_at ?? invoice.created;
  return days === undefined ? null : firstTry + days * day;
}

/** Stops the attempts on an open invoice, or takes them up again; one that was due meanwhile is made at once. */
export function setCollecting(sandbox: Sandbox, invoice: Invoice, isOn: boolean): void {
  invoice.auto_advance = isOn;
  const next = isOn && invoice.status === 'open' && invoice.attempted ? nextAttempt(invoice) : null;
  invoice.next_payment_attempt = next && Math.max(next, sandbox.clock.nowFor(invoice.customer));
}

function noteFailure(sandbox: Sandbox, invoice: Invoice, subscription: Subscription | undefined): void {
  // A first payment is not retried: the customer has 23 hours to pay it.
  const isFirst = subscription?.status === 'incomplete';
  invoice.next_payment_attempt = isFirst || invoice.auto_advance === false ? null : nextAttempt(invoice);
  sandbox.emit('invoice.payment_failed', invoice);
  if (subscription?.status === 'active') setStatus(sandbox, subscription, 'past_due');
}

interface CollectOptions {
  method?: PaymentMethod | undefined;
  /** The customer is present and can confirm the payment. */
  onSession?: boolean;
  /** A person asked for this charge, so it does not count as one of Stripe's retries. */
  byHand?: boolean;
  /** Where the confirmation page leads back to. */
  returnUrl?: string;
}

/** Charges an open invoice. All consequences of the outcome are done when this returns. */
export function collect(
  sandbox: Sandbox,
  invoice: Invoice,
  { method, onSession = false, byHand = false, returnUrl }: CollectOptions = {},
): PayOutcome {
  const subscription = subscriptionOf(sandbox, invoice);
  const customer = sandbox.store.customers.find(invoice.customer);
  const intent = intentOfInvoice(sandbox, invoice);
  if (!byHand || !invoice.attempted) invoice.attempt_count += 1;
  invoice.attempted = true;
  const card = method ?? defaultMethod(sandbox, customer, subscription);
  if (!intent || !card) {
    noteFailure(sandbox, invoice, subscription);
    const message =
      'Cannot charge a customer that has no active card: there is no attached payment source or default payment method.';
    return {
      outcome: 'declined',
      error: new ApiError(402, { type: 'card_error', code: 'missing', message }),
    };
  }
  return payIntent(sandbox, intent, card, { offSession: !onSession, returnUrl });
}

/** Stops automatic charges: nobody is asked for this money again. */
export function stopCollecting(sandbox: Sandbox, subscription: Subscription): void {
  for (const invoice of sandbox.store.invoices.where(
    (other) => other.status === 'open' && subscriptionOf(sandbox, other) === subscription,
  )) {
    invoice.auto_advance = false;
    invoice.next_payment_attempt = null;
  }
}

export function voidInvoice(sandbox: Sandbox, invoice: Invoice): void {
  const now = sandbox.clock.nowFor(invoice.customer);
  invoice.status = 'void';
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.voided_at = now;
  for (const payment of paymentsOf(sandbox, invoice)) {
    payment.status = 'canceled';
    payment.status_transitions.canceled_at = now;
    const intent = sandbox.store.paymentIntents.find(payment.payment.payment_intent);
    if (!intent) continue;
    intent.status = 'canceled';
    intent.canceled_at = now;
    intent.cancellation_reason = 'void_invoice';
    sandbox.emit('payment_intent.canceled', intent);
  }
  sandbox.emit('invoice.voided', invoice);
}
