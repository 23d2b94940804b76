/** Sets the discount of a subscription at Stripe, or ends it. Each function may run again where an earlier run has stopped. */
import type Stripe from 'stripe';
import type { pendingMoneyActs } from '#server/db/schema/index.ts';
import { objectId } from '#server/stripe/object-id.ts';
import { retrieveOrNull } from '#server/stripe/retrieve-or-null.ts';
import { idempotent } from '#server/stripe/stripe-client.ts';

type Pending = typeof pendingMoneyActs.$inferSelect;

/** The coupon has the act's own id and can be used once: that tells whether it was. */
export async function discountAtStripe(stripe: Stripe, pending: Pending): Promise<void> {
  const { id, subscriptionId, months } = pending;
  const percent = pending.percentOff ?? 0;
  const couponId = `act-${id}`;
  const known = await retrieveOrNull(() => stripe.coupons.retrieve(couponId));
  if (known === null) {
    await stripe.coupons.create(
      {
        id: couponId,
        percent_off: percent,
        max_redemptions: 1,
        name: `${percent}% off`,
        metadata: { act: id },
        ...(months === null ? { duration: 'forever' } : { duration: 'repeating', duration_in_months: months }),
      },
      idempotent('coupon', 'act', id),
    );
  }
  if (known === null || known.times_redeemed === 0) {
    const discounts = [{ coupon: couponId }];
    await stripe.subscriptions.update(subscriptionId, { discounts }, idempotent('discount', 'act', id));
  }
  await tellSchedule(stripe, subscriptionId);
}

/** The payments from the next one on are in full. */
export async function endDiscountAtStripe(stripe: Stripe, { id, subscriptionId }: Pending): Promise<void> {
  // A canceled subscription is refused here, also when it has no discount.
  await stripe.subscriptions.update(subscriptionId, { discounts: '' }, idempotent('discount-end', 'act', id));
  await tellSchedule(stripe, subscriptionId);
}

/** A planned change between month and year has discounts of its own, which would take the place of the subscription's. */
async function tellSchedule(stripe: Stripe, subscriptionId: string): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId);
  const scheduleId = objectId(subscription.schedule);
  if (scheduleId === null) return;
  const schedule = await stripe.subscriptionSchedules.retrieve(scheduleId);
  const held = subscription.discounts.map((discount) => ({ discount: objectId(discount) ?? '' }));
  await stripe.subscriptionSchedules.update(scheduleId, {
    end_behavior: 'release',
    proration_behavior: 'none',
    phases: schedule.phases.map(({ items, start_date, end_date }, index) => ({
      items: items.map(({ price, quantity }) => ({ price: objectId(price) ?? '', quantity: quantity ?? 1 })),
      ...(index === 0 ? { start_date } : {}),
      end_date,
      proration_behavior: 'none',
      ...(held.length > 0 ? { discounts: held } : {}),
    })),
  });
}
