/** A coupon on a running subscription: one at a time, in percent, for some months or for as long as it runs. */
import type Stripe from 'stripe';
import { invalidRequest } from '../engine/errors.ts';
import { newId } from '../engine/ids.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { Subscription } from '../engine/wire.ts';
import { periodEnd } from './periods.ts';

/** Stripe shows a discount as an id unless it is expanded; the sandbox keeps what it means beside it. */
interface DiscountNotes {
  percentOff: number;
  /** null: it holds for as long as the subscription runs. */
  end: number | null;
}

/** Replaces the subscription's discount, as `discounts` of an update does; an empty list takes it away. */
export function setDiscounts(
  sandbox: Sandbox,
  subscription: Subscription,
  discounts: Stripe.SubscriptionUpdateParams['discounts'],
): void {
  const wanted = discounts || [];
  if (wanted.length === 0) {
    subscription.discounts = [];
    return;
  }
  const [{ coupon: couponId } = {}, ...more] = wanted;
  if (couponId === undefined || more.length > 0) {
    throw invalidRequest('The payment sandbox knows one coupon for a subscription.', { param: 'discounts' });
  }
  const coupon = sandbox.store.coupons.get(couponId, 'discounts[0][coupon]');
  if (!coupon.valid) throw invalidRequest(`Coupon ${coupon.id} is expired and cannot be applied.`);
  const now = sandbox.clock.nowFor(subscription.customer);
  const id = newId('di');
  const end =
    coupon.duration === 'forever'
      ? null
      : periodEnd(now, now, { interval: 'month', interval_count: coupon.duration_in_months ?? 1 });
  Object.assign(sandbox.store.hiddenOf<DiscountNotes>(id), { percentOff: coupon.percent_off ?? 0, end });
  coupon.times_redeemed += 1;
  coupon.valid = coupon.max_redemptions === null || coupon.times_redeemed < coupon.max_redemptions;
  subscription.discounts = [id];
}

/** Returns the part that the subscription's discount takes off this amount now; undefined when there is none. */
export function discountOn(
  { store, clock }: Sandbox,
  { discounts, customer }: Subscription,
  amount: number,
): { id: string; amount: number } | undefined {
  const [id] = discounts;
  if (id === undefined) return undefined;
  const { percentOff = 0, end } = store.hiddenOf<DiscountNotes>(id);
  // The last second counts: a coupon of the plan's first second reaches every period that it names.
  if (end !== null && (end ?? 0) < clock.nowFor(customer)) return undefined;
  return { id, amount: Math.round((amount * percentOff) / 100) };
}
