/**
 * What a customer can do in the portal. Each function returns a sentence that says what was done, or throws
 * Stripe's refusal.
 */

import { collect, defaultMethod, intentOfInvoice } from '../billing/invoices.ts';
import { currentPeriodEnd, liveStatuses } from '../billing/new-subscription.ts';
import { payFirst } from '../billing/pay-first.ts';
import {
  cancelAt,
  change,
  changeAtPeriodEnd,
  changePrice,
  endSubscription,
  endTrialNow,
  startsPeriod,
} from '../billing/subscriptions.ts';
import { changedFields } from '../engine/changed-fields.ts';
import { invalidRequest } from '../engine/errors.ts';
import { challengeUrl } from '../engine/pay.ts';
import { attach, cardOf, markConfirmed } from '../engine/payment-methods.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { Customer, Invoice, PaymentMethod, PortalConfiguration, Price, Subscription } from '../engine/wire.ts';

export interface Portal {
  sandbox: Sandbox;
  configuration: PortalConfiguration;
  customer: Customer;
}

/** Lists the customer's subscriptions, newest first; ended ones only on request. */
export function subscriptionsOf({ sandbox, customer }: Portal): Subscription[] {
  return sandbox.store.subscriptions
    .where((each) => each.customer === customer.id && liveStatuses.includes(each.status))
    .toReversed();
}

export function invoicesOf({ sandbox, customer }: Portal): Invoice[] {
  return sandbox.store.invoices
    .where((each) => each.customer === customer.id && each.status !== 'draft' && each.status !== 'void')
    .toReversed();
}

export function isEnding(subscription: Subscription): boolean {
  return subscription.cancel_at !== null || subscription.cancel_at_period_end;
}

/** The prices to which the configuration lets this subscription move, including its current price. */
export function pricesFor({ sandbox, configuration }: Portal, subscription: Subscription): Price[] {
  const { enabled, default_allowed_updates: allowed, products } = configuration.features.subscription_update;
  if (
    !enabled ||
    !allowed.includes('price') ||
    isEnding(subscription) ||
    !['active', 'trialing'].includes(subscription.status)
  ) {
    return [];
  }
  const own = subscription.items.data[0]?.price;
  const prices = (products ?? [])
    .filter(({ product, prices: ids }) => product === own?.product || ids.includes(own?.id ?? ''))
    .flatMap(({ prices: ids }) => ids)
    .flatMap((id) => sandbox.store.prices.find(id) ?? []);
  return prices.length > 1 ? prices : [];
}

const days: Record<string, number> = { day: 1, week: 7, month: 30, year: 365 };
const lengthOf = ({ recurring }: Price) => (days[recurring?.interval ?? ''] ?? 0) * (recurring?.interval_count ?? 1);

/** Tells whether the configuration makes this change wait for the end of the period. */
export function waitsForPeriodEnd({ configuration }: Portal, subscription: Subscription, price: Price): boolean {
  const own = subscription.items.data[0]?.price;
  if (!own || subscription.status === 'trialing') return false;
  return configuration.features.subscription_update.schedule_at_period_end.conditions.some(({ type }) =>
    type === 'decreasing_item_amount'
      ? (price.unit_amount ?? 0) < (own.unit_amount ?? 0)
      : lengthOf(price) < lengthOf(own as Price),
  );
}

export function cancelInPortal(
  { sandbox, configuration }: Portal,
  subscription: Subscription,
  feedback: string,
): string {
  const details = subscription.cancellation_details;
  const { options } = configuration.features.subscription_cancel.cancellation_reason;
  const given = options.find((option) => option === feedback);
  if (details && given) details.feedback = given;
  if (configuration.features.subscription_cancel.mode === 'immediately') {
    endSubscription(sandbox, subscription, 'cancellation_requested');
    return 'Your subscription has been canceled.';
  }
  cancelAt(sandbox, subscription, currentPeriodEnd(subscription));
  return 'Your subscription will be canceled at the end of the period.';
}

export function keepInPortal({ sandbox }: Portal, subscription: Subscription): string {
  cancelAt(sandbox, subscription, null);
  return 'Your subscription will not be canceled.';
}

export function switchInPortal(portal: Portal, subscription: Subscription, priceId: string): string {
  const { sandbox, customer, configuration } = portal;
  const price = pricesFor(portal, subscription).find(({ id }) => id === priceId);
  if (!price) throw invalidRequest('Choose one of the plans.');
  const quantity = subscription.items.data[0]?.quantity ?? 1;
  const isOwn = price.id === subscription.items.data[0]?.price.id;
  if (isOwn || waitsForPeriodEnd(portal, subscription, price)) {
    changeAtPeriodEnd(sandbox, subscription, { price, quantity });
    return isOwn ? 'You stay with your plan.' : 'Your plan changes at the end of the period.';
  }
  const wanted = { price, quantity };
  if (startsPeriod(subscription, wanted)) {
    const card = defaultMethod(sandbox, customer, subscription);
    const amount = (price.unit_amount ?? 0) * quantity;
    changePrice(sandbox, subscription, wanted, payFirst(sandbox, { customer, card, amount, currency: price.currency }));
  } else {
    const wasTrial = subscription.status === 'trialing';
    changePrice(sandbox, subscription, wanted);
    const ends = configuration.features.subscription_update.trial_update_behavior === 'end_trial';
    if (wasTrial && ends) endTrialNow(sandbox, subscription);
  }
  return 'Your plan has been changed.';
}

/** Charges everything of this customer to this card from now on. */
export function keepCard(portal: Portal, method: PaymentMethod): string {
  const { sandbox, customer } = portal;
  attach(sandbox, method, customer);
  // The portal does not ask for the bank's confirmation of a card that is only kept.
  if (cardOf(sandbox, method).challenge === 'once') markConfirmed(sandbox, method);
  const before = structuredClone(customer);
  customer.invoice_settings.default_payment_method = method.id;
  sandbox.emit('customer.updated', customer, changedFields(before, customer));
  for (const subscription of subscriptionsOf(portal)) {
    if (subscription.default_payment_method === null) continue;
    change(sandbox, subscription, () => {
      subscription.default_payment_method = method.id;
    });
  }
  return 'Your new card is saved.';
}

/**
 * Pays an invoice. Returns what was done, or the address where the cardholder has to confirm; both lead back
 * to `returnUrl`.
 */
export function payInPortal(
  { sandbox }: Portal,
  invoice: Invoice,
  returnUrl: string,
): { said: string } | { challenge: string } {
  if (invoice.status !== 'open') return { said: 'This invoice is paid.' };
  const result = collect(sandbox, invoice, { onSession: true, byHand: true, returnUrl });
  if (result.outcome === 'declined') throw result.error;
  const intent = intentOfInvoice(sandbox, invoice);
  if (result.outcome === 'requires_action' && intent) return { challenge: challengeUrl(sandbox, intent) };
  return { said: 'Thank you, the invoice is paid.' };
}
