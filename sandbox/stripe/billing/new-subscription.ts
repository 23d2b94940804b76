import { newId } from '../engine/ids.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { Customer, Price, Subscription, SubscriptionItem } from '../engine/wire.ts';
import { type Interval, periodEnd } from './periods.ts';

export interface WantedItem {
  price: Price;
  quantity: number;
  metadata?: Record<string, string>;
}

/** The fate of a trial that ends without a card. */
export type MissingPaymentMethod = NonNullable<
  Subscription['trial_settings']
>['end_behavior']['missing_payment_method'];

interface NewSubscription {
  customer: Customer;
  items: WantedItem[];
  status: Subscription['status'];
  trialEnd: number | null;
  defaultPaymentMethod: string | null;
  missingPaymentMethod?: MissingPaymentMethod | undefined;
  metadata?: Record<string, string>;
  description?: string | null;
  invoiceSettings?: Pick<Subscription['invoice_settings'], 'custom_fields' | 'description' | 'footer'>;
  automaticTax?: boolean;
  cancelAt?: number | null;
}

export function intervalOf(price: Price): Interval {
  if (!price.recurring) throw new Error(`Price ${price.id} is not recurring`);
  return price.recurring;
}

/** The older form of a price, which subscription items still carry. */
function planOf(price: Price): SubscriptionItem['plan'] {
  const { interval, interval_count } = intervalOf(price);
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval,
    interval_count,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

export function setPrice(item: SubscriptionItem, price: Price): void {
  item.price = structuredClone(price);
  item.plan = planOf(price);
}

/** Stores a new subscription. The caller emits the events and makes the invoice and the payment. */
export function newSubscription(sandbox: Sandbox, given: NewSubscription): Subscription {
  const { customer, trialEnd } = given;
  const now = sandbox.clock.nowFor(customer.id);
  const anchor = trialEnd ?? now;
  const id = newId('sub');
  const items = given.items.map(({ price, quantity, metadata }): SubscriptionItem => {
    const item: SubscriptionItem = {
      id: newId('si').slice(0, 17),
      object: 'subscription_item',
      billing_thresholds: null,
      created: now,
      current_period_end: trialEnd ?? periodEnd(anchor, now, intervalOf(price)),
      current_period_start: now,
      current_trial: null,
      discounts: [],
      metadata: metadata ?? {},
      plan: planOf(price),
      price: structuredClone(price),
      quantity,
      subscription: id,
      tax_rates: [],
    };
    return item;
  });
  return sandbox.store.subscriptions.add({
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: {
      disabled_reason: null,
      enabled: given.automaticTax ?? false,
      liability: given.automaticTax ? { type: 'self' } : null,
    },
    billing_cycle_anchor: anchor,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible', updated_at: now },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: given.cancelAt ?? null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: given.items[0]?.price.currency ?? 'usd',
    customer: customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: given.defaultPaymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: given.description ?? null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
      ...given.invoiceSettings,
    },
    items: { object: 'list', data: items, has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: given.metadata ?? {},
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: given.status,
    test_clock: sandbox.clock.clockOf(customer.id),
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: {
        billing_cycle_anchor: null,
        missing_payment_method: given.missingPaymentMethod ?? 'create_invoice',
      },
    },
    trial_start: trialEnd === null ? null : now,
  });
}

export const liveStatuses: readonly Subscription['status'][] = ['trialing', 'active', 'past_due', 'unpaid', 'paused'];

/** The end of the current period; with several items, the earliest end. */
export function currentPeriodEnd(subscription: Subscription): number {
  return Math.min(...subscription.items.data.map((item) => item.current_period_end));
}
