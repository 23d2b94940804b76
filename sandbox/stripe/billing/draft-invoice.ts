import { newId } from '../engine/ids.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { Invoice, Subscription } from '../engine/wire.ts';
import { discountOn } from './discounts.ts';

interface NewInvoice {
  subscription: Subscription;
  reason: NonNullable<Invoice['billing_reason']>;
  /** For a trial: the lines cost nothing and say so. */
  free?: boolean;
  /** The time since the last invoice. A first invoice has the current moment as start and end. */
  period?: { start: number; end: number };
}

function lineText(productName: string, quantity: number, item: Subscription['items']['data'][number], free: boolean) {
  if (free) return `Free trial for ${quantity} × ${productName}`;
  const price = new Intl.NumberFormat('en-US', { style: 'currency', currency: item.price.currency });
  return `${quantity} × ${productName} (at ${price.format((item.price.unit_amount ?? 0) / 100)} / ${item.plan.interval})`;
}

/** Makes the line of one item. `id` is the invoice's. */
function draftLine(
  { store }: Sandbox,
  { id, subscription, free }: { id: string; subscription: Subscription; free: boolean },
  item: Subscription['items']['data'][number],
): Invoice['lines']['data'][number] {
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
}

/** The fields that are the same in each draft. Made anew for each, because invoices are changed in place. */
const untouched = () =>
  ({
    object: 'invoice',
    account_country: 'US',
    account_name: 'Sandbox',
    account_tax_ids: null,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    collection_method: 'charge_automatically',
    custom_fields: null,
    customer_account: null,
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
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
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
    total_discount_amounts: [],
    total_pretax_credit_amounts: [],
    total_taxes: [],
  }) satisfies Partial<Invoice>;

const computedTax = {
  disabled_reason: null,
  enabled: true,
  liability: { type: 'self' },
  provider: 'stripe',
  status: 'complete',
} as const;

/** Makes a draft invoice for the subscription's current period. Emits no event: `issue` does. */
export function draftInvoice(sandbox: Sandbox, given: NewInvoice): Invoice {
  const { subscription, reason, free = false } = given;
  const { store } = sandbox;
  const customer = store.customers.get(subscription.customer);
  const now = sandbox.clock.nowFor(customer.id);
  const id = newId('in');
  const lines = subscription.items.data.map((item) => draftLine(sandbox, { id, subscription, free }, item));
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  const discount = discountOn(sandbox, subscription, subtotal);
  const discounted = discount ? [{ amount: discount.amount, discount: discount.id }] : [];
  // The line's own amount stays as it was: Stripe names the discount beside it.
  for (const line of discount ? lines : [])
    Object.assign(line, { discount_amounts: discounted, discounts: [discount?.id] });
  const total = subtotal - (discount?.amount ?? 0);
  const invoice: Invoice = {
    ...untouched(),
    id,
    amount_due: total,
    // The account is registered nowhere, so the tax that Stripe finds is none.
    ...(subscription.automatic_tax.enabled ? { automatic_tax: computedTax } : {}),
    custom_fields: subscription.invoice_settings.custom_fields,
    description: subscription.invoice_settings.description,
    footer: subscription.invoice_settings.footer,
    amount_remaining: total,
    billing_reason: reason,
    created: now,
    currency: subscription.currency,
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    parent: {
      quote_details: null,
      subscription_details: { metadata: { ...subscription.metadata }, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_end: given.period?.end ?? now,
    period_start: given.period?.start ?? now,
    discounts: subscription.discounts.slice(0, discounted.length),
    total_discount_amounts: discounted,
    subtotal,
    subtotal_excluding_tax: subtotal,
    test_clock: subscription.test_clock,
    total,
    total_excluding_tax: total,
    webhooks_delivered_at: now,
  };
  subscription.latest_invoice = id;
  return store.invoices.add(invoice);
}
