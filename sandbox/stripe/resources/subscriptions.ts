import type Stripe from 'stripe';
import { subscriptionsInTime } from '../billing/billing-clock.ts';
import { changeItem, mustLive, recurringPrice } from '../billing/change-item.ts';
import { setDiscounts } from '../billing/discounts.ts';
import { defaultMethod } from '../billing/invoices.ts';
import { currentPeriodEnd, liveStatuses, newSubscription, type WantedItem } from '../billing/new-subscription.ts';
import { payFirst } from '../billing/pay-first.ts';
import { refuseUnbuilt } from '../billing/refuse-unbuilt.ts';
import {
  beginPaid,
  beginTrial,
  beginUnpaid,
  cancelAt,
  change,
  endSubscription,
  endTrialNow,
  nowOf,
} from '../billing/subscriptions.ts';
import { invalidRequest, missingParam, noSuch } from '../engine/errors.ts';
import { listOf } from '../engine/list.ts';
import { mergeMetadata } from '../engine/metadata.ts';
import { paymentMethodOf } from '../engine/payment-methods.ts';
import { type Resource, route } from '../engine/resource.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { Customer, Subscription } from '../engine/wire.ts';

function ownMethod(sandbox: Sandbox, customer: Customer, id: string): string {
  const method = paymentMethodOf(sandbox, id, 'default_payment_method');
  if (method.customer === customer.id) return method.id;
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param: 'default_payment_method' },
  );
}

function trialEndOf(params: { trial_end?: 'now' | number; trial_period_days?: number }, now: number): number | null {
  if (params.trial_end !== undefined && params.trial_period_days !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: trial_end, trial_period_days.', {
      code: 'parameters_exclusive',
    });
  }
  if (params.trial_period_days !== undefined) return now + params.trial_period_days * 86_400;
  if (params.trial_end === undefined || params.trial_end === 'now') return null;
  if (params.trial_end <= now) {
    throw invalidRequest('Invalid timestamp: must be an integer Unix timestamp in the future.', { param: 'trial_end' });
  }
  return params.trial_end;
}

const createParams = [
  'customer',
  'items',
  'metadata',
  'description',
  'default_payment_method',
  'trial_end',
  'trial_period_days',
  'trial_settings',
  'payment_behavior',
  'cancel_at',
  'off_session',
  'billing_mode',
  'proration_behavior',
  'collection_method',
];

function create(sandbox: Sandbox, params: Stripe.SubscriptionCreateParams): Subscription {
  refuseUnbuilt(params, createParams);
  const customer = sandbox.store.customers.get(params.customer ?? '', 'customer');
  if (!params.items?.length) throw missingParam('items');
  if (params.collection_method === 'send_invoice') {
    throw invalidRequest('The payment sandbox only charges automatically.', { param: 'collection_method' });
  }
  if (params.billing_mode?.type === 'classic') {
    throw invalidRequest('The payment sandbox knows the flexible billing mode only.', { param: 'billing_mode' });
  }
  const items = params.items.map(({ price, quantity, metadata }, index): WantedItem => {
    if (!price) throw missingParam(`items[${index}][price]`);
    const wanted = recurringPrice(sandbox, price, `items[${index}][price]`);
    return { price: wanted, quantity: quantity ?? 1, metadata: mergeMetadata({}, metadata) };
  });
  const trialEnd = trialEndOf(params, sandbox.clock.nowFor(customer.id));
  const method = params.default_payment_method ? ownMethod(sandbox, customer, params.default_payment_method) : null;
  const wanted = {
    customer,
    items,
    trialEnd,
    defaultPaymentMethod: method,
    missingPaymentMethod: params.trial_settings?.end_behavior.missing_payment_method,
    metadata: mergeMetadata({}, params.metadata),
    description: params.description ?? null,
    cancelAt: typeof params.cancel_at === 'number' ? params.cancel_at : null,
  };
  if (trialEnd !== null) {
    const subscription = newSubscription(sandbox, { ...wanted, status: 'trialing' });
    beginTrial(sandbox, subscription);
    return subscription;
  }
  if (params.payment_behavior === 'error_if_incomplete') {
    const total = items.reduce((sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * quantity, 0);
    const card = sandbox.store.paymentMethods.find(method ?? defaultMethod(sandbox, customer, undefined)?.id);
    const intent = payFirst(sandbox, { customer, card, amount: total, currency: items[0]?.price.currency ?? 'usd' });
    const subscription = newSubscription(sandbox, { ...wanted, status: 'active' });
    beginPaid(sandbox, subscription, intent);
    return subscription;
  }
  const subscription = newSubscription(sandbox, { ...wanted, status: 'incomplete' });
  beginUnpaid(sandbox, subscription, params.payment_behavior !== 'default_incomplete');
  return subscription;
}

const updateParams = [
  'metadata',
  'description',
  'default_payment_method',
  'cancel_at',
  'cancel_at_period_end',
  'cancellation_details',
  'items',
  'proration_behavior',
  'payment_behavior',
  'off_session',
  'trial_end',
  'trial_settings',
  'discounts',
];

function setCancellation(sandbox: Sandbox, subscription: Subscription, params: Stripe.SubscriptionUpdateParams): void {
  const { cancel_at: at, cancel_at_period_end: atPeriodEnd } = params;
  if (at !== undefined && atPeriodEnd !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: cancel_at, cancel_at_period_end.', {
      code: 'parameters_exclusive',
    });
  }
  if (atPeriodEnd !== undefined) {
    cancelAt(sandbox, subscription, atPeriodEnd ? currentPeriodEnd(subscription) : null, atPeriodEnd);
  } else if (at === null || at === '') {
    cancelAt(sandbox, subscription, null);
  } else if (typeof at === 'string') {
    const ends = subscription.items.data.map((item) => item.current_period_end);
    cancelAt(sandbox, subscription, at === 'min_period_end' ? Math.min(...ends) : Math.max(...ends));
  } else if (at !== undefined) {
    if (at <= nowOf(sandbox, subscription)) {
      throw invalidRequest('Invalid timestamp: must be an integer Unix timestamp in the future.', {
        param: 'cancel_at',
      });
    }
    cancelAt(sandbox, subscription, at);
  }
}

function update(sandbox: Sandbox, subscription: Subscription, params: Stripe.SubscriptionUpdateParams): Subscription {
  refuseUnbuilt(params, updateParams);
  const { metadata, cancellation_details: details, ...rest } = params;
  if (Object.values(rest).some((value) => value !== undefined)) mustLive(subscription);
  const customer = sandbox.store.customers.find(subscription.customer);
  const [item] = params.items ?? [];
  const [held] = subscription.items.data;
  if (item && (params.items?.length !== 1 || (item.id !== undefined && item.id !== held?.id))) {
    throw invalidRequest('The payment sandbox keeps one item in a subscription.', { param: 'items' });
  }
  if (item && item.id === undefined) {
    throw invalidRequest("The payment sandbox keeps one item in a subscription: name it with 'id'.", {
      param: 'items[0][id]',
    });
  }
  const trialEnd =
    params.trial_end === undefined
      ? undefined
      : trialEndOf(params.trial_end === 'now' ? {} : { trial_end: params.trial_end }, nowOf(sandbox, subscription));
  change(sandbox, subscription, () => {
    subscription.metadata = mergeMetadata(subscription.metadata, metadata);
    if (params.description !== undefined) subscription.description = params.description || null;
    if (params.discounts !== undefined) setDiscounts(sandbox, subscription, params.discounts);
    if (params.default_payment_method !== undefined && customer) {
      subscription.default_payment_method = ownMethod(sandbox, customer, params.default_payment_method);
    }
    const missing = params.trial_settings?.end_behavior.missing_payment_method;
    if (missing && subscription.trial_settings) {
      subscription.trial_settings.end_behavior.missing_payment_method = missing;
    }
    if (details && subscription.cancellation_details) {
      if (details.comment !== undefined) subscription.cancellation_details.comment = details.comment || null;
      if (details.feedback !== undefined) subscription.cancellation_details.feedback = details.feedback || null;
    }
    if (typeof trialEnd === 'number') {
      subscription.trial_end = trialEnd;
      subscription.trial_start ??= nowOf(sandbox, subscription);
      subscription.billing_cycle_anchor = trialEnd;
      subscription.status = 'trialing';
      for (const each of subscription.items.data) each.current_period_end = trialEnd;
    }
  });
  setCancellation(sandbox, subscription, params);
  if (item) {
    const { proration_behavior: proration, payment_behavior: behavior } = params;
    changeItem(sandbox, subscription, item, { proration, behavior, param: 'items[0][price]' });
  }
  if (params.trial_end === 'now' && subscription.status === 'trialing') endTrialNow(sandbox, subscription);
  return subscription;
}

function cancel(sandbox: Sandbox, subscription: Subscription, params: Stripe.SubscriptionCancelParams): Subscription {
  if (params.invoice_now || params.prorate) {
    throw invalidRequest('The payment sandbox does not prorate: send false.', {
      param: params.prorate ? 'prorate' : 'invoice_now',
    });
  }
  if (!liveStatuses.includes(subscription.status) && subscription.status !== 'incomplete') {
    throw noSuch('subscription', subscription.id, 'path');
  }
  const details = subscription.cancellation_details;
  if (details && params.cancellation_details?.comment) details.comment = params.cancellation_details.comment;
  if (details && params.cancellation_details?.feedback) details.feedback = params.cancellation_details.feedback;
  endSubscription(sandbox, subscription, 'cancellation_requested');
  return subscription;
}

function hasStatus(subscription: Subscription, wanted: string | undefined): boolean {
  if (wanted === 'all') return true;
  if (wanted === undefined) return subscription.status !== 'canceled';
  if (wanted === 'ended') return ['canceled', 'incomplete_expired'].includes(subscription.status);
  return subscription.status === wanted;
}

export const subscriptions: Resource = {
  connect(sandbox) {
    sandbox.whenCustomerIsDeleted((customer) => {
      for (const subscription of sandbox.store.subscriptions.where((each) => each.customer === customer.id)) {
        if (hasStatus(subscription, 'ended')) continue;
        endSubscription(sandbox, subscription, 'cancellation_requested');
      }
    });
  },
  timeDriven: subscriptionsInTime,
  includes: (sandbox) => ({
    customer: {
      subscriptions: ({ id }: Customer) => ({
        object: 'list',
        data: sandbox.store.subscriptions
          .where(({ customer, status }) => customer === id && status !== 'canceled')
          .toReversed(),
        has_more: false,
        url: `/v1/customers/${id}/subscriptions`,
      }),
    },
  }),
  routes: [
    route<Stripe.SubscriptionCreateParams>('POST', '/v1/subscriptions', ({ sandbox, params }) =>
      create(sandbox, params),
    ),
    route('GET', '/v1/subscriptions/{id}', ({ sandbox, id }) => sandbox.store.subscriptions.get(id)),
    route<Stripe.SubscriptionUpdateParams>('POST', '/v1/subscriptions/{id}', ({ sandbox, id, params }) =>
      update(sandbox, sandbox.store.subscriptions.get(id), params),
    ),
    route<Stripe.SubscriptionCancelParams>('DELETE', '/v1/subscriptions/{id}', ({ sandbox, id, params }) =>
      cancel(sandbox, sandbox.store.subscriptions.get(id), params),
    ),
    route<Stripe.SubscriptionListParams>('GET', '/v1/subscriptions', ({ sandbox, params }) =>
      listOf(
        '/v1/subscriptions',
        sandbox.store.subscriptions,
        params,
        (subscription) =>
          hasStatus(subscription, params.status) &&
          (params.customer === undefined || subscription.customer === params.customer) &&
          (params.price === undefined || subscription.items.data.some(({ price }) => price.id === params.price)) &&
          // Objects on a test clock appear only in lists that ask for their clock or their customer.
          (params.customer !== undefined || (subscription.test_clock ?? undefined) === params.test_clock),
      ),
    ),
  ],
};
