/**
 * Subscription schedules, as far as a price change at the end of the period needs them: made from a
 * subscription, with the current period and one phase after it, released once that phase has begun. A
 * schedule is stored inside its subscription, not in the store.
 */
import type Stripe from 'stripe';
import { invalidRequest, noSuch } from '../engine/errors.ts';
import { newId } from '../engine/ids.ts';
import { mergeMetadata } from '../engine/metadata.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { Price, Subscription, WireOf } from '../engine/wire.ts';
import { recurringPrice } from './change-item.ts';
import { currentPeriodEnd } from './new-subscription.ts';
import { change, changeAtPeriodEnd, nowOf, scheduledPrice } from './subscriptions.ts';

type Schedule = WireOf<Stripe.SubscriptionSchedule>;
type Phase = Schedule['phases'][number];

export function scheduledSubscription(sandbox: Sandbox, id: string): Subscription {
  const [subscription] = sandbox.store.subscriptions.where(({ schedule }) => schedule === id);
  if (!subscription) throw noSuch('subscription_schedule', id, 'path');
  return subscription;
}

export function scheduleFrom(sandbox: Sandbox, subscription: Subscription): Schedule {
  if (subscription.schedule !== null) {
    throw invalidRequest(
      `You cannot migrate a subscription that is already attached to a schedule: ${subscription.schedule}.`,
      { param: 'from_subscription' },
    );
  }
  change(sandbox, subscription, () => {
    subscription.schedule = newId('sub_sched');
  });
  return scheduleOf(sandbox, subscription);
}

/** Refuses every shape other than 'unchanged until the end of the period, then another price'. */
export function planPhases(
  sandbox: Sandbox,
  subscription: Subscription,
  phases: readonly Stripe.SubscriptionScheduleUpdateParams.Phase[],
): void {
  const [current, next, ...more] = phases;
  const [item] = subscription.items.data;
  const isCurrent = current?.items[0]?.price === item?.price.id && current?.end_date === currentPeriodEnd(subscription);
  const wanted = next?.items[0];
  if (!isCurrent || wanted?.price === undefined || next?.proration_behavior !== 'none' || more.length > 0) {
    throw invalidRequest('The payment sandbox plans one other price for the end of the period, without prorations.', {
      param: 'phases',
    });
  }
  const price = recurringPrice(sandbox, wanted.price, 'phases[1][items][0][price]');
  const { metadata, description } = next;
  const marks = { metadata: metadata || undefined, description: description || undefined };
  changeAtPeriodEnd(sandbox, subscription, { price, quantity: wanted.quantity ?? 1, marks });
}

export function releaseSchedule(sandbox: Sandbox, subscription: Subscription): Schedule {
  const schedule = scheduleOf(sandbox, subscription);
  const [item] = subscription.items.data;
  const current = item && { price: item.price as Price, quantity: item.quantity ?? 1 };
  if (current) changeAtPeriodEnd(sandbox, subscription, current);
  const { id } = subscription;
  return { ...schedule, status: 'released', subscription: null, released_subscription: id, current_phase: null };
}

export function scheduleOf(sandbox: Sandbox, subscription: Subscription): Schedule {
  const [item] = subscription.items.data;
  const start = item?.current_period_start ?? subscription.start_date;
  const end = currentPeriodEnd(subscription);
  const next = scheduledPrice(sandbox, subscription);
  const phases = [phase(subscription, item?.price.id ?? '', start, end)];
  // One day is enough: the price stays when the schedule is released.
  if (next) {
    const { price, marks } = next;
    const metadata = mergeMetadata({}, marks.metadata);
    const description = marks.description ?? null;
    phases.push({ ...phase(subscription, price.id, end, end + 86_400), metadata, description });
  }
  return {
    id: subscription.schedule ?? '',
    object: 'subscription_schedule',
    application: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    canceled_at: null,
    completed_at: null,
    created: nowOf(sandbox, subscription),
    current_phase: { start_date: start, end_date: end },
    customer: subscription.customer,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: null,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: 'release',
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases,
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
    test_clock: null,
  } as Schedule;
}

function phase(subscription: Subscription, price: string, start: number, end: number): Phase {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency: subscription.currency,
    default_payment_method: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    end_date: end,
    invoice_settings: null,
    items: [{ billing_thresholds: null, discounts: [], metadata: {}, plan: price, price, quantity: 1, tax_rates: [] }],
    metadata: {},
    on_behalf_of: null,
    proration_behavior: 'none',
    start_date: start,
    transfer_data: null,
    trial_end: null,
  } as unknown as Phase;
}
