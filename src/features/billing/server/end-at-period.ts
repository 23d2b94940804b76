/** Makes a subscription at Stripe end with the paid time, or go on after all. */
import type Stripe from 'stripe';
import { objectId } from '#server/stripe/object-id.ts';
import { retrieveOrNull } from '#server/stripe/retrieve-or-null.ts';
import { isEnded } from '#server/stripe/subscription-states.ts';

/**
 * Safe to repeat: an ended or unknown subscription stays as it is. A planned change of plan is dropped, since nothing comes
 * after the end.
 */
export async function setEndAtPeriod(stripe: Stripe, id: string, ends: boolean): Promise<void> {
  await retrieveOrNull(async () => {
    const subscription = await stripe.subscriptions.retrieve(id);
    if (isEnded(subscription.status)) return;
    const scheduleId = objectId(subscription.schedule);
    // Stripe refuses to end a subscription that a schedule holds.
    if (ends && scheduleId !== null) await stripe.subscriptionSchedules.release(scheduleId);
    if (subscription.cancel_at_period_end !== ends) {
      await stripe.subscriptions.update(id, { cancel_at_period_end: ends });
    }
  });
}
