import type Stripe from 'stripe';
import { mustLive } from '../billing/change-item.ts';
import { refuseUnbuilt } from '../billing/refuse-unbuilt.ts';
import { planPhases, releaseSchedule, scheduledSubscription, scheduleFrom, scheduleOf } from '../billing/schedules.ts';
import type { Schema } from '../engine/description.ts';
import { type Resource, route } from '../engine/resource.ts';

const text: Schema = { type: 'string' };
const whole: Schema = { type: 'integer' };
const listOf = (properties: Record<string, Schema>): Schema => ({
  type: 'array',
  items: { type: 'object', properties },
});

/** Written by hand: the copy of Stripe's description in ../api does not contain schedules. */
const phases = listOf({
  items: listOf({ price: text, quantity: whole }),
  start_date: whole,
  end_date: whole,
  duration: { type: 'object', properties: { interval: text, interval_count: whole } },
  proration_behavior: text,
  description: text,
  metadata: { type: 'object', additionalProperties: text },
  // The subscription's discount stays whatever is sent: the sandbox knows one.
  discounts: listOf({ discount: text }),
});

export const subscriptionSchedules: Resource = {
  routes: [
    route<Stripe.SubscriptionScheduleCreateParams>(
      'POST',
      '/v1/subscription_schedules',
      ({ sandbox, params }) => {
        const subscription = sandbox.store.subscriptions.get(params.from_subscription ?? '', 'from_subscription');
        mustLive(subscription);
        return scheduleFrom(sandbox, subscription);
      },
      { extra: { from_subscription: text } },
    ),
    route('GET', '/v1/subscription_schedules/{id}', ({ sandbox, id }) =>
      scheduleOf(sandbox, scheduledSubscription(sandbox, id)),
    ),
    route<Stripe.SubscriptionScheduleUpdateParams>(
      'POST',
      '/v1/subscription_schedules/{id}',
      ({ sandbox, params, id }) => {
        refuseUnbuilt(params, ['phases', 'end_behavior', 'proration_behavior', 'expand']);
        const subscription = scheduledSubscription(sandbox, id);
        if (params.phases) planPhases(sandbox, subscription, params.phases);
        return scheduleOf(sandbox, subscription);
      },
      { extra: { phases, end_behavior: { ...text, enum: ['release'] }, proration_behavior: text } },
    ),
    route('POST', '/v1/subscription_schedules/{id}/release', ({ sandbox, id }) =>
      releaseSchedule(sandbox, scheduledSubscription(sandbox, id)),
    ),
  ],
};
