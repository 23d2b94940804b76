/** The words about the paid time of a listing that changes hands (docs/product-rules.md#hand-over). */
import { costsAfter, type PaidTime } from '#features/claims/hand-over-words.ts';
import { formatDate } from '#shared/dates.ts';
import type { Prices } from '#shared/prices.ts';

type NotYet = 'owed' | 'disputed' | 'starting';

/** To its owner: the hand-over has to wait, and for what. */
export const notYetForOwner: Readonly<Record<NotYet, string>> = {
  owed: 'The last payment for this listing did not go through. Please settle it first, under Manage billing on your dashboard; then you can hand the listing over.',
  disputed: 'A payment for this listing is disputed. Once your bank has decided, you can hand the listing over.',
  starting:
    'A payment for this listing is being made right now. Please come back in an hour; then you can hand it over.',
};

export const notYetForStaff: Readonly<Record<NotYet, string>> = {
  owed: 'The last payment of its claim did not go through, so nobody can say until when it is paid. It can get another owner once that is settled, or once the plan has ended.',
  disputed:
    'A payment of its claim is disputed. It can get another owner once the bank has decided, or once the plan has ended.',
  starting: 'A payment of its claim is being made right now. Please come back in an hour.',
};

/** To the owner, before the hand-over. */
export function paidTimeOfOwner(
  { until, plan }: PaidTime,
  { prices, timeZone }: { prices: Prices; timeZone: string },
): string {
  const premium = plan === 'premium' ? ', with Premium for it,' : '';
  return `It is paid until ${formatDate(until, timeZone)}. Once it is handed over, your payments for it stop: no plan is renewed, and nothing is given back. The new owner has it${premium} until that day. After it ${costsAfter(prices, plan)}. Whether to go on is up to them.`;
}
