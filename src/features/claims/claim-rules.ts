/** Deadlines in the life of a claim, and what its subscription means for the owner (docs/product-rules.md#claims). */
import type { ClaimStatus } from './contract.ts';
import { claimPriceCents } from './plans.ts';

const dayMs = 86_400_000;

/** Staff answer within this time. */
export const dueAfterMs = dayMs;
/** The hold at Stripe ends after 14 days; a claim that nobody has decided is let go a day before. */
export const holdDays = 14;
export const lapseAfterMs = 13 * dayMs;
/** Stripe takes no less than 30 minutes, counted when the request arrives. */
export const checkoutMs = 31 * 60_000;
export const leastCheckoutMs = 30 * 60_000;
/** A first charge that fails: the owner stays for so long. */
export const firstChargeGraceMs = 7 * dayMs;
/** Documents are kept for so long after the decision. */
export const keepDocumentsMs = 90 * dayMs;

export const openStatuses = ['pending', 'in_review'] as const satisfies readonly ClaimStatus[];
/** The claimant has got the listing by it. */
export const heldStatuses = ['approved', 'ending'] as const satisfies readonly ClaimStatus[];

export type ClosedStatus = 'rejected' | 'superseded' | 'withdrawn' | 'lapsed' | 'expired';

const isOneOf = <T extends string>(list: readonly T[], value: string): value is T =>
  (list as readonly string[]).includes(value);

export const isOpen = (status: ClaimStatus) => isOneOf(openStatuses, status);
export const isHeld = (status: ClaimStatus) => isOneOf(heldStatuses, status);
/** Nobody may be charged for it. */
export const isClosed = (status: ClaimStatus) => !isOpen(status) && !isHeld(status) && status !== 'ended';

interface CheckoutRequest {
  plan: string;
  /** In dollars, as the page says it. */
  amount: number;
  action: string;
}

/** What is wrong with a request to pay, by field; null when it is what the catalogue says. */
export function checkoutFault({ plan, amount, action }: CheckoutRequest): Record<string, string> | null {
  if (action !== 'claim') return { action: 'This checkout is for claims only' };
  if (plan !== 'standard' && plan !== 'premium') return { plan: 'Please choose the standard or the premium plan' };
  const priceCents = claimPriceCents(plan);
  if (amount * 100 !== priceCents) return { amount: `This plan costs $${priceCents / 100} a month` };
  return null;
}

interface SubscriptionState {
  status: string;
  paidThrough: Date | null;
  endsAt: Date | null;
  failedAt: Date | null;
}

/** As Stripe names those that charge no more. */
const endedStates = ['canceled', 'unpaid', 'incomplete_expired'];

/**
 * What an approved claim's subscription says of its owner: 'held', 'ending' (until the end of the time that is paid for)
 * or 'ended'. A first charge that failed is forgiven for 7 days.
 */
export function ownershipBy(
  { status, paidThrough, endsAt, failedAt }: SubscriptionState,
  now: Date,
): 'held' | 'ending' | 'ended' {
  if (endedStates.includes(status)) return paidThrough !== null && paidThrough > now ? 'ending' : 'ended';
  if (paidThrough === null && failedAt !== null && now.getTime() - failedAt.getTime() >= firstChargeGraceMs) {
    return 'ended';
  }
  return endsAt === null ? 'held' : 'ending';
}
