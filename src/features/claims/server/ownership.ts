/** Says what a claim's subscription means for the owner of the listing (docs/product-rules.md#claims). */

import { firstPaymentBy, planEnd } from '#features/billing/plan-end.ts';
import { chargesNoMore } from '#server/stripe/subscription-states.ts';

interface SubscriptionState {
  status: string;
  paidThrough: Date | null;
  endsAt: Date | null;
  failedAt: Date | null;
}

/**
 * Reads from an approved claim's subscription how the ownership stands: 'held', 'ending' (until the end of the paid time) or
 * 'ended'. After a first charge that failed, the owner has 7 days to give another card. A plan that is canceled while a renewal is owed
 * ends with its grace time.
 */
export function ownershipBy(
  { status, paidThrough, endsAt, failedAt }: SubscriptionState,
  now: Date,
): 'held' | 'ending' | 'ended' {
  if (chargesNoMore(status)) return paidThrough !== null && paidThrough > now ? 'ending' : 'ended';
  const plan = { kind: 'claim_standard', paidThrough, failedAt, endsAt } as const;
  const by = firstPaymentBy(plan) ?? (failedAt === null ? null : planEnd(plan));
  if (by !== null && by <= now) return 'ended';
  return endsAt === null ? 'held' : 'ending';
}

/**
 * Reads how long a claim that was handed over holds the listing for its successor: as long as was promised, whatever becomes of
 * the former owner's account or card, unless the money was given back.
 */
export function handedOverUntil(
  promised: Date,
  { status, paidThrough }: Pick<SubscriptionState, 'status' | 'paidThrough'>,
): Date | null {
  // The free time before a first payment, which will not be made now; or all that was paid went back.
  if (paidThrough === null) return chargesNoMore(status) ? null : promised;
  return paidThrough < promised ? paidThrough : promised;
}
