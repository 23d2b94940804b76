/** Rules of premium without input and output (docs/product-rules.md#premium). */

/** After a failed payment premium stays this much longer than the paid time. */
export const graceDays = 14;

/**
 * The grace is added this long before the paid time ends, so that nobody loses premium between the end of a
 * period and its payment.
 */
export const renewalLeadMinutes = 60;

/**
 * Stripe's names for running subscriptions, paid or not. With one of these there is nothing to buy, but
 * something to manage.
 */
export const liveStatuses: readonly string[] = ['active', 'past_due', 'unpaid', 'trialing', 'paused'];

/** Disputes that no longer suspend premium. All others do, and a lost one for good. */
const settledDisputes: readonly string[] = ['won', 'warning_closed', 'prevented'];

export function suspends(disputeStatus: string | null): boolean {
  return disputeStatus !== null && !settledDisputes.includes(disputeStatus);
}
