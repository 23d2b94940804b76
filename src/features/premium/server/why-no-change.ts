/** Tells whether the plan of a claim can become the other one. The dashboard and the call go by the same reasons. */
import { billedKind } from '#features/billing/catalogue.ts';
import { justKept } from '#features/billing/plan-end.ts';
import type { claims, subscriptions } from '#server/db/schema/index.ts';
import { isLive } from '#server/stripe/subscription-states.ts';

type Row = typeof subscriptions.$inferSelect;

interface Asked {
  row: Row;
  claim: Pick<typeof claims.$inferSelect, 'status' | 'handedOverAt' | 'successorId' | 'userId'> | null;
  /** The first payment of somebody who goes on with a listing waits until then; null for every other plan. */
  firstDueAt: Date | null;
  /** All plans of the person. */
  plans: readonly Row[];
  /** The person's account is to be deleted, and its page has no other button. */
  isLeaving: boolean;
}

/** Returns the reason in words for the owner; null: the plan can be changed. */
export function whyNoChange({ row, claim, firstDueAt, plans, isLeaving }: Asked, now: Date): string | null {
  if (!isLive(row.status)) return 'This plan has ended already.';
  if (claim?.handedOverAt) {
    return claim.successorId === claim.userId
      ? 'The listing has just come back to you. It can be changed once you have kept it, in a minute or so.'
      : 'Its listing was handed over. The plan ends by itself and is not renewed.';
  }
  if (row.suspendedAt) return 'A payment for it is disputed. It can be changed once your bank has decided.';
  if (isLeaving) return 'It cannot be changed while your account is to be deleted. Press Keep My Account first.';
  if (row.endsAt !== null && row.keptAt !== null) return justKept;
  if (row.endsAt !== null) return 'It is ending, so it cannot be changed. Press Keep my plan first.';
  if (row.failedAt !== null || !['active', 'trialing'].includes(row.status)) {
    return 'It can be changed once what is due is paid: please look under Manage billing.';
  }
  const dueAt = row.paidThrough ?? (row.status === 'trialing' ? firstDueAt : null);
  if (dueAt === null || (row.status === 'trialing' && row.paidThrough !== null)) {
    const isReviewed = claim?.status === 'in_review';
    return `It can be changed once its first payment is made.${isReviewed ? ' To choose the other plan before, take your claim back and claim the listing again.' : ''}`;
  }
  if (dueAt <= now) {
    return 'The payment for its next period is under way. It can be changed in an hour or two.';
  }
  if (billedKind(row) === 'claim_standard' && isCovered(plans, dueAt)) {
    return 'You have Premium for all your listings, this one too: Claim Premium would add nothing.';
  }
  return null;
}

/** Premium for all listings goes on when the next period of the claim begins. */
function isCovered(plans: readonly Row[], at: Date): boolean {
  return plans.some(
    ({ kind, status, endsAt }) => kind === 'owner_premium' && isLive(status) && (endsAt === null || endsAt > at),
  );
}
