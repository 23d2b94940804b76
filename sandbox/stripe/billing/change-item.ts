/** Changes the price or quantity of a subscription, as API callers ask for it. */
import { invalidRequest } from '../engine/errors.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { Price, Subscription } from '../engine/wire.ts';
import { defaultMethod } from './invoices.ts';
import { liveStatuses } from './new-subscription.ts';
import { payFirst } from './pay-first.ts';
import { changePrice, startsPeriod } from './subscriptions.ts';

export function recurringPrice(sandbox: Sandbox, id: string, param: string): Price {
  const price = sandbox.store.prices.get(id, param);
  if (!price.active) {
    throw invalidRequest('The price specified is inactive. This field only accepts active prices.', { param });
  }
  if (!price.recurring) {
    throw invalidRequest(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      { param },
    );
  }
  return price;
}

/** Refuses a subscription that has ended, as Stripe does. */
export function mustLive(subscription: Subscription): void {
  if (liveStatuses.includes(subscription.status) || subscription.status === 'incomplete') return;
  if (subscription.status === 'incomplete_expired') {
    throw invalidRequest('This subscription has expired and cannot be changed.', { param: 'id' });
  }
  // Stripe treats an ended subscription as if it were not there.
  throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.');
}

/**
 * Reads `items` of a subscription update, or the parameters of a subscription item: another price or quantity
 * for the only item.
 */
export function changeItem(
  sandbox: Sandbox,
  subscription: Subscription,
  wanted: { price?: string | undefined; quantity?: number | undefined },
  options: { proration?: string | undefined; behavior?: string | undefined; param: string },
): void {
  const [item] = subscription.items.data;
  if (!item) return;
  const price = wanted.price === undefined ? item.price : recurringPrice(sandbox, wanted.price, options.param);
  const quantity = wanted.quantity ?? item.quantity ?? 1;
  if (price.id === item.price.id && quantity === item.quantity) return;
  if (options.proration !== 'none' && subscription.status !== 'trialing') {
    throw invalidRequest("The payment sandbox does not prorate: send 'none'.", { param: 'proration_behavior' });
  }
  const next = { price: sandbox.store.prices.get(price.id), quantity };
  if (options.behavior !== 'error_if_incomplete' || !startsPeriod(subscription, next)) {
    changePrice(sandbox, subscription, next);
    return;
  }
  const customer = sandbox.store.customers.get(subscription.customer);
  const intent = payFirst(sandbox, {
    customer,
    card: defaultMethod(sandbox, customer, subscription),
    amount: (price.unit_amount ?? 0) * quantity,
    currency: price.currency,
  });
  changePrice(sandbox, subscription, next, intent);
}
