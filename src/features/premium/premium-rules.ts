/** Rules of premium without input and output (docs/product-rules.md#premium). */

/** A payment that fails does not take premium away for so long after the paid time. */
export const graceDays = 14;

/** So long before the paid time ends, the grace is added: nobody loses premium between the turn of a period and its payment. */
export const renewalLeadMinutes = 60;

/** As Stripe names those that go on, paid or not; with one of these there is nothing to buy, but something to manage. */
export const liveStatuses: readonly string[] = ['active', 'past_due', 'unpaid', 'trialing', 'paused'];

/** Disputes that take nothing away any more; all others do, and a lost one for good. */
const settledDisputes: readonly string[] = ['won', 'warning_closed', 'prevented'];

export function suspends(disputeStatus: string | null): boolean {
  return disputeStatus !== null && !settledDisputes.includes(disputeStatus);
}
