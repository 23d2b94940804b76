/**
 * The life of a subscription: first invoice, renewals, changes, end. Every step emits its events in Stripe's
 * order.
 */
import { changedFields } from '../engine/changed-fields.ts';
import { newId } from '../engine/ids.ts';
import { mergeMetadata } from '../engine/metadata.ts';
import type { PayOutcome } from '../engine/pay.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { Invoice, PaymentIntent, Price, Subscription } from '../engine/wire.ts';
import { draftInvoice } from './draft-invoice.ts';
import { collect, defaultMethod, issue, markPaid, stopCollecting, voidInvoice } from './invoices.ts';
import { currentPeriodEnd, intervalOf, setPrice } from './new-subscription.ts';
import { periodEnd } from './periods.ts';

/** A planned price change. Stripe would keep it in a schedule. */
interface ScheduledChange {
  price: string;
  quantity: number;
  marks: PhaseMarks;
}

/** Values that the subscription takes over when the next phase begins. */
interface PhaseMarks {
  metadata?: Record<string, string | number | null> | undefined;
  description?: string | undefined;
}

const scheduledOf = (sandbox: Sandbox, subscription: Subscription) =>
  sandbox.store.hiddenOf<{ change: ScheduledChange | undefined }>(subscription.id);

export function nowOf(sandbox: Sandbox, subscription: Subscription): number {
  return sandbox.clock.nowFor(subscription.customer);
}

/** Changes a subscription and emits one event with the previous values. */
export function change(sandbox: Sandbox, subscription: Subscription, edit: () => void): void {
  const before = structuredClone(subscription);
  edit();
  const previous = changedFields(before, subscription);
  if (Object.keys(previous).length > 0) sandbox.emit('customer.subscription.updated', subscription, previous);
}

/** Emits the events of a new subscription and of its trial's first invoice, which costs nothing. */
export function beginTrial(sandbox: Sandbox, subscription: Subscription): void {
  const invoice = draftInvoice(sandbox, { subscription, reason: 'subscription_create', free: true });
  sandbox.emit('customer.subscription.created', subscription);
  issue(sandbox, invoice);
  markPaid(sandbox, invoice);
}

/**
 * Emits the events of a new subscription whose first period is paid already, as Checkout does it: by `intent`, and by the customer's
 * credit as far as the intent is lower. Without an intent the credit pays all of it.
 */
export function beginPaid(sandbox: Sandbox, subscription: Subscription, intent?: PaymentIntent): void {
  const invoice = draftInvoice(sandbox, { subscription, reason: 'subscription_create' });
  sandbox.emit('customer.subscription.created', subscription);
  issue(sandbox, invoice, intent);
  markPaid(sandbox, invoice);
}

/** Emits the events of a new subscription and charges its first period, unless the browser will do that. */
export function beginUnpaid(sandbox: Sandbox, subscription: Subscription, charge: boolean): PayOutcome | undefined {
  const invoice = draftInvoice(sandbox, { subscription, reason: 'subscription_create' });
  sandbox.emit('customer.subscription.created', subscription);
  issue(sandbox, invoice);
  if (invoice.amount_due > 0) return charge ? collect(sandbox, invoice) : undefined;
  markPaid(sandbox, invoice);
  change(sandbox, subscription, () => {
    subscription.status = 'active';
  });
  return undefined;
}

/** Begins a new period at `start` for every item whose period ended. */
function movePeriods(subscription: Subscription, start: number): void {
  for (const item of subscription.items.data) {
    item.current_period_start = start;
    item.current_period_end = periodEnd(subscription.billing_cycle_anchor, start, intervalOf(item.price));
  }
}

function bill(sandbox: Sandbox, invoice: Invoice): void {
  issue(sandbox, invoice);
  if (invoice.amount_due === 0) markPaid(sandbox, invoice);
  else collect(sandbox, invoice);
}

/** Ends the current period, then begins and charges the next one. Also ends a trial. */
export function renew(sandbox: Sandbox, subscription: Subscription): void {
  const start = currentPeriodEnd(subscription);
  if (subscription.status === 'trialing' && endsForWantOfCard(sandbox, subscription)) return;
  const before = structuredClone(subscription);
  const [item] = subscription.items.data;
  const period = { start: item?.current_period_start ?? start, end: start };
  const notes = scheduledOf(sandbox, subscription);
  if (notes.change && item) {
    const price = sandbox.store.prices.get(notes.change.price);
    if (price.recurring?.interval !== item.price.recurring?.interval) subscription.billing_cycle_anchor = start;
    setPrice(item, price);
    item.quantity = notes.change.quantity;
    const { metadata, description } = notes.change.marks;
    subscription.metadata = mergeMetadata(subscription.metadata, metadata);
    if (description !== undefined) subscription.description = description;
    notes.change = undefined;
  }
  subscription.schedule = null;
  movePeriods(subscription, start);
  if (subscription.status === 'trialing') subscription.status = 'active';
  const invoice = draftInvoice(sandbox, { subscription, reason: 'subscription_cycle', period });
  sandbox.emit('customer.subscription.updated', subscription, changedFields(before, subscription));
  bill(sandbox, invoice);
}

/** `trial_end: now`: ends the trial; the first period begins now and is charged. */
export function endTrialNow(sandbox: Sandbox, subscription: Subscription): void {
  if (endsForWantOfCard(sandbox, subscription)) return;
  const before = structuredClone(subscription);
  const now = nowOf(sandbox, subscription);
  subscription.trial_end = now;
  subscription.billing_cycle_anchor = now;
  subscription.status = 'active';
  movePeriods(subscription, now);
  const invoice = draftInvoice(sandbox, { subscription, reason: 'subscription_update' });
  sandbox.emit('customer.subscription.updated', subscription, changedFields(before, subscription));
  bill(sandbox, invoice);
}

/** Ends a trial without a card as `trial_settings` says; returns true when there is nothing to charge. */
function endsForWantOfCard(sandbox: Sandbox, subscription: Subscription): boolean {
  const customer = sandbox.store.customers.find(subscription.customer);
  if (defaultMethod(sandbox, customer, subscription)) return false;
  switch (subscription.trial_settings?.end_behavior.missing_payment_method) {
    case 'cancel':
      endSubscription(sandbox, subscription, null);
      return true;
    case 'pause': {
      const before = structuredClone(subscription);
      subscription.status = 'paused';
      sandbox.emit('customer.subscription.paused', subscription, changedFields(before, subscription));
      return true;
    }
    default:
      return false;
  }
}

/** Ends a subscription. Its open invoices are no longer collected. */
export function endSubscription(
  sandbox: Sandbox,
  subscription: Subscription,
  reason: NonNullable<Subscription['cancellation_details']>['reason'],
): void {
  const now = nowOf(sandbox, subscription);
  subscription.status = 'canceled';
  subscription.canceled_at ??= now;
  subscription.ended_at = now;
  subscription.schedule = null;
  const details = subscription.cancellation_details;
  if (details) details.reason ??= reason;
  stopCollecting(sandbox, subscription);
  sandbox.emit('customer.subscription.deleted', subscription);
}

/** Expires a subscription whose first invoice nobody paid within 23 hours. */
export function expireIncomplete(sandbox: Sandbox, subscription: Subscription): void {
  change(sandbox, subscription, () => {
    subscription.status = 'incomplete_expired';
    subscription.ended_at = nowOf(sandbox, subscription);
  });
  const invoice = sandbox.store.invoices.find(subscription.latest_invoice);
  if (invoice?.status === 'open') voidInvoice(sandbox, invoice);
}

/**
 * Sets the moment at which the subscription ends; null removes it. In billing mode 'flexible', `cancel_at`
 * alone holds it.
 */
export function cancelAt(sandbox: Sandbox, subscription: Subscription, at: number | null, atPeriodEnd = false): void {
  change(sandbox, subscription, () => {
    subscription.cancel_at = at;
    subscription.cancel_at_period_end = at !== null && atPeriodEnd;
    subscription.canceled_at = at === null ? null : nowOf(sandbox, subscription);
    if (subscription.cancellation_details) {
      subscription.cancellation_details.reason = at === null ? null : 'cancellation_requested';
    }
  });
}

/**
 * Plans another price from the next period on, as a schedule would. The current price removes a planned
 * change.
 */
export function changeAtPeriodEnd(
  sandbox: Sandbox,
  subscription: Subscription,
  { price, quantity, marks = {} }: PriceChange & { marks?: PhaseMarks },
): void {
  const [item] = subscription.items.data;
  const notes = scheduledOf(sandbox, subscription);
  const stays = item?.price.id === price.id && item.quantity === quantity;
  notes.change = stays ? undefined : { price: price.id, quantity, marks };
  change(sandbox, subscription, () => {
    subscription.schedule = stays ? null : (subscription.schedule ?? newId('sub_sched'));
  });
}

export function scheduledPrice(
  sandbox: Sandbox,
  subscription: Subscription,
): { price: Price; marks: PhaseMarks } | undefined {
  const { change: planned } = scheduledOf(sandbox, subscription);
  const price = sandbox.store.prices.find(planned?.price);
  return planned && price ? { price, marks: planned.marks } : undefined;
}

interface PriceChange {
  price: Price;
  quantity: number;
}

/** Tells whether the change begins a new period, which is charged at once. */
export function startsPeriod(subscription: Subscription, { price }: PriceChange): boolean {
  const current = subscription.items.data[0]?.price.recurring;
  const differs =
    current?.interval !== price.recurring?.interval || current?.interval_count !== price.recurring?.interval_count;
  return differs && subscription.status !== 'trialing';
}

/**
 * Changes the price without prorations. With the same interval, the new price counts from the next renewal.
 * With another interval, a new period begins now and is charged; `paidBy` is an intent that has already paid
 * it.
 */
export function changePrice(
  sandbox: Sandbox,
  subscription: Subscription,
  wanted: PriceChange,
  paidBy?: PaymentIntent,
): void {
  const [item] = subscription.items.data;
  if (!item) return;
  const before = structuredClone(subscription);
  const isNewPeriod = startsPeriod(subscription, wanted);
  setPrice(item, wanted.price);
  item.quantity = wanted.quantity;
  let invoice: Invoice | undefined;
  if (isNewPeriod) {
    const now = nowOf(sandbox, subscription);
    subscription.billing_cycle_anchor = now;
    movePeriods(subscription, now);
    invoice = draftInvoice(sandbox, { subscription, reason: 'subscription_update' });
  }
  const previous = changedFields(before, subscription);
  if (Object.keys(previous).length > 0) sandbox.emit('customer.subscription.updated', subscription, previous);
  if (!invoice) return;
  if (!paidBy) {
    bill(sandbox, invoice);
    return;
  }
  issue(sandbox, invoice, paidBy);
  markPaid(sandbox, invoice);
}
