/** Makes a subscription at Stripe end with its paid time, or continue after all. */
import type Stripe from 'stripe';
import { isMissing } from '#server/stripe/stripe-client.ts';

/**
 * Safe to repeat; ended subscriptions stay as they are. A planned change of plan is dropped, because nothing
 * follows the end.
 */
export async function setEndAtPeriod(stripe: Stripe, id: string, ends: boolean): Promise<void> {
  try {
    const subscription = await stripe.subscriptions.retrieve(id);
    if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired') return;
    const schedule = subscription.schedule;
    const scheduleId = typeof schedule === 'string' ? schedule : schedule?.id;
    // Stripe refuses to end a subscription that a schedule holds.
    if (ends && scheduleId) await stripe.subscriptionSchedules.release(scheduleId);
    if (subscription.cancel_at_period_end !== ends) {
      await stripe.subscriptions.update(id, { cancel_at_period_end: ends });
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
