/**
 * Changes the price at the end of the period, with a schedule at Stripe. The portal cannot: its own rule for
 * waiting covers only shorter intervals and lower amounts.
 */
import type Stripe from 'stripe';
import { objectId } from '#server/stripe/object-id.ts';
import { idempotent } from '#server/stripe/stripe-client.ts';

interface NextPhase {
  /** Taken over by the subscription when the new price begins. */
  metadata?: Record<string, string>;
  description?: string;
}

/**
 * Keeps the current period; the next one has this price. null: the current price stays, and a planned change is canceled.
 * @param turn distinguishes this request from earlier ones for the same subscription
 */
export async function planPrice(
  stripe: Stripe,
  { id, turn }: { id: string; turn: number },
  price: string | null,
  next: NextPhase = {},
): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(id);
  const [item] = subscription.items.data;
  if (item === undefined) throw new Error(`subscription ${id} has no item`);
  const heldId = objectId(subscription.schedule);
  if (price === null || item.price.id === price) {
    if (heldId) await stripe.subscriptionSchedules.release(heldId, {}, idempotent('release', heldId));
    return;
  }
  const schedule = heldId
    ? heldId
    : (await stripe.subscriptionSchedules.create({ from_subscription: id }, idempotent('schedule', id, turn))).id;
  const quantity = item.quantity ?? 1;
  // A phase that names no discount would end the one that staff have given.
  const held = subscription.discounts.map((discount) => ({ discount: objectId(discount) ?? '' }));
  const kept = held.length > 0 ? { discounts: held } : {};
  // A phase without a description might remove the one that names the plan on bills.
  const described = subscription.description ? { description: subscription.description } : {};
  await stripe.subscriptionSchedules.update(
    schedule,
    {
      end_behavior: 'release',
      proration_behavior: 'none',
      phases: [
        {
          items: [{ price: item.price.id, quantity }],
          start_date: item.current_period_start,
          end_date: item.current_period_end,
          proration_behavior: 'none',
          ...described,
          ...kept,
        },
        // Once this phase has begun, the schedule is not needed and releases the subscription.
        {
          items: [{ price, quantity }],
          duration: { interval: 'day', interval_count: 1 },
          proration_behavior: 'none',
          ...described,
          ...next,
          ...kept,
        },
      ],
    },
    idempotent('phases', schedule, price, turn),
  );
}
