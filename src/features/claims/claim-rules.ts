/** Deadlines in the life of a claim, and the check of a request to pay (docs/product-rules.md#claims). */
import { formatDollars, isAmount } from '#shared/money.ts';
import type { Prices } from '#shared/prices.ts';
import { dayMs, minuteMs } from '#shared/times.ts';
import { claimPriceCents } from './plans.ts';

/** Staff answer within this time. */
export const dueAfterMs = dayMs;
/** The hold at Stripe ends after 14 days; an undecided claim lapses one day before. */
export const holdDays = 14;
export const lapseAfterMs = 13 * dayMs;
/** The end of an undecided claim with a card; mails and pages name the same day. */
export const waitEnd = (submittedAt: Date | null, now: Date): Date =>
  new Date((submittedAt ?? now).getTime() + lapseAfterMs);
/** Documents are kept this long after the decision. */
export const keepDocumentsMs = 90 * dayMs;

/** Stripe refuses a first payment that waits for less than 48 hours; the rest is for the way of the call. */
export const minWaitMs = 2 * dayMs + 5 * minuteMs;

/** Tells whether the first payment of who goes on with a listing can wait for the end of the time that is paid. */
export const canWaitFor = (paidUntil: Date | string, now: Date): boolean =>
  new Date(paidUntil).getTime() - now.getTime() >= minWaitMs;

interface CheckoutRequest {
  plan: string;
  /** In dollars, as on the page. */
  amount: number;
  action: string;
}

/** Checks a payment request against the catalogue. Returns errors by field; null when it is right. */
export function checkoutFault(
  { plan, amount, action }: CheckoutRequest,
  prices: Prices,
): Record<string, string> | null {
  if (action !== 'claim') return { action: 'This checkout is for claims only' };
  if (plan !== 'standard' && plan !== 'premium') return { plan: 'Please choose the standard or the premium plan' };
  const priceCents = claimPriceCents(prices, plan);
  // A page from before a change of the price sends the old one.
  if (!isAmount(amount, priceCents)) {
    const costs = priceCents === 0 ? 'nothing' : `${formatDollars(priceCents)} a month`;
    return { amount: `This plan costs ${costs} now. Please reload the page.` };
  }
  return null;
}
