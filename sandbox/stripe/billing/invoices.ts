/** An invoice from draft to paid, and what a paid or unpaid one does to its subscription. */
import { changedFields } from '../engine/changed-fields.ts';
import { ApiError } from '../engine/errors.ts';
import { newId } from '../engine/ids.ts';
import { newIntent } from '../engine/intents.ts';
import { type PayOutcome, payIntent } from '../engine/pay.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { Customer, Invoice, InvoicePayment, PaymentIntent, PaymentMethod, Subscription } from '../engine/wire.ts';
import { day } from './periods.ts';

/** Days after the first failed charge on which Stripe tries again by its default settings. */
export const retryDays = [3, 5, 7, 14];

interface NewInvoice {
  subscription: Subscription;
  reason: NonNullable<Invoice['billing_reason']>;
  /** For a trial: the lines say so and cost nothing. */
  free?: boolean;
  /** The time that passed since the last invoice; of a first one just this moment. */
  period?: { start: number; end: number };
}

function lineText(productName: string, quantity: number, item: Subscription['items']['data'][number], free: boolean) {
  if (free) return `Free trial for ${quantity} × ${productName}`;
  const price = new Intl.NumberFormat('en-US', { style: 'currency', currency: item.price.currency });
  return `${quantity} × ${productName} (at ${price.format((item.price.unit_amount ?? 0) / 100)} / ${item.plan.interval})`;
}

/** A draft for the subscription's current period. No event yet: `issue` tells of it. */
export function draftInvoice(sandbox: Sandbox, given: NewInvoice): Invoice {
  const { subscription, reason, free = false } = given;
  const { store } = sandbox;
  const customer = store.customers.get(subscription.customer);
  const now = sandbox.clock.nowFor(customer.id);
  const id = newId('in');
  const lines = subscription.items.data.map((item): Invoice['lines']['data'][number] => {
    const quantity = item.quantity ?? 1;
    const amount = free ? 0 : (item.price.unit_amount ?? 0) * quantity;
    return {
      id: newId('il'),
      object: 'line_item',
      amount,
      currency: item.price.currency,
      description: lineText(store.products.find(item.price.product)?.name ?? 'Product', quantity, item, free),
      discount_amounts: [],
      discountable: true,
      discounts: [],
      invoice: id,
      livemode: false,
      metadata: { ...subscription.metadata },
      parent: {
        invoice_item_details: null,
        subscription_item_details: {
          invoice_item: null,
          proration: false,
          proration_details: { credited_items: null },
          subscription: subscription.id,
          subscription_item: item.id,
        },
        type: 'subscription_item_details',
      },
      period: { start: item.current_period_start, end: item.current_period_end },
      pretax_credit_amounts: [],
      pricing: {
        price_details: { price: item.price.id, product: item.price.product },
        type: 'price_details',
        unit_amount_decimal: free ? '0' : item.price.unit_amount_decimal,
      },
      quantity,
      quantity_decimal: String(quantity),
      subscription: subscription.id,
      subtotal: amount,
      taxes: [],
    };
  });
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  const invoice: Invoice = {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Sandbox',
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: { ...subscription.metadata }, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: given.period?.end ?? now,
    period_start: given.period?.start ?? now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: subscription.test_clock,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: now,
  };
  subscription.latest_invoice = id;
  return store.invoices.add(invoice);
}

/** Draft to open, with both events. What is due gets an intent: the given one, which was paid before there was an invoice, or a new one. */
export function issue(sandbox: Sandbox, invoice: Invoice, paidBy?: PaymentIntent): void {
  const { store } = sandbox;
  const customer = store.customers.get(invoice.customer ?? '');
  const now = sandbox.clock.nowFor(customer.id);
  sandbox.emit('invoice.created', invoice);
  const sequence = customer.next_invoice_sequence ?? 1;
  customer.next_invoice_sequence = sequence + 1;
  invoice.number = `${customer.invoice_prefix ?? 'SANDBOX'}-${String(sequence).padStart(4, '0')}`;
  invoice.status = 'open';
  invoice.effective_at = now;
  invoice.ending_balance = 0;
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

export function invoiceOfIntent(sandbox: Sandbox, intent: PaymentIntent): Invoice | undefined {
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

/** Everything is paid: by a charge, or because nothing is due. */
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

/** An invoice's intent was paid or refused; called for every intent. */
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

function noteFailure(sandbox: Sandbox, invoice: Invoice, subscription: Subscription | undefined): void {
  const isFirst = subscription?.status === 'incomplete';
  const days = retryDays[invoice.attempt_count - 1];
  // A first payment is not tried again: the customer has 23 hours to pay it.
  const firstTry = invoice.status_transitions.finalized_at ?? invoice.created;
  invoice.next_payment_attempt =
    isFirst || days === undefined || invoice.auto_advance === false ? null : firstTry + days * day;
  sandbox.emit('invoice.payment_failed', invoice);
  if (subscription?.status === 'active') setStatus(sandbox, subscription, 'past_due');
}

interface CollectOptions {
  method?: PaymentMethod | undefined;
  /** Somebody is there to confirm. */
  onSession?: boolean;
  /** Asked for by a person, so that it does not count among Stripe's own tries. */
  byHand?: boolean;
  /** Where a confirmation leads back to. */
  returnUrl?: string;
}

/** Charges an open invoice. What follows from the outcome has happened when this returns. */
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

/** Nobody will be asked for this money again by itself. */
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
