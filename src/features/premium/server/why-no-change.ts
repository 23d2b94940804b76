/** Tells whether the plan of a claim can become the other one. The dashboard and the call go by the same reasons. */
import { billedKind } from '#features/billing/catalogue.ts';
import { monthsAfter } from '#features/billing/held-discount.ts';
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

interface NoChange {
  /** In words for the owner. */
  reason: string;
  /** The reason is Premium for all listings that goes on, and nothing else. */
  isCovered: boolean;
}

/** Null: the plan can be changed. */
export function whyNoChange(asked: Asked, now: Date): NoChange | null {
  const { row, plans } = asked;
  const reason = obstacleOf(asked, now);
  if (reason !== null) return { reason, isCovered: false };
  const dueAt = nextDue(asked);
  const covered = dueAt !== null && billedKind(row) === 'claim_standard' ? coveredUntil(plans, dueAt) : null;
  if (covered === null) return null;
  if (covered === 'on') {
    const words = 'You have Premium for all your listings, this one too: Claim Premium would add nothing.';
    return { reason: words, isCovered: true };
  }
  return {
    reason:
      'You have Premium for all your listings, this one too, until it ends: Claim Premium would add nothing before. It can be changed once the next payment of the claim comes after that day.',
    isCovered: false,
  };
}

/** The day of the next payment; null: it is not known. */
const nextDue = ({ row, firstDueAt }: Pick<Asked, 'row' | 'firstDueAt'>) =>
  row.paidThrough ?? (row.status === 'trialing' ? firstDueAt : null);

/** The state of the plan itself that allows no change; null: there is none. */
function obstacleOf({ row, claim, firstDueAt, isLeaving }: Asked, now: Date): string | null {
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
  const dueAt = nextDue({ row, firstDueAt });
  if (dueAt === null || (row.status === 'trialing' && row.paidThrough !== null)) {
    const isReviewed = claim?.status === 'in_review';
    return `It can be changed once its first payment is made.${isReviewed ? ' To choose the other plan before, take your claim back and claim the listing again.' : ''}`;
  }
  if (dueAt <= now) {
    return 'The payment for its next period is under way. It can be changed in an hour or two.';
  }
  return null;
}

/** The end of Premium for all listings when the next period of the claim begins before it. 'on': it goes on; null: it is over by then. */
function coveredUntil(plans: readonly Row[], at: Date): Date | 'on' | null {
  const running = plans.filter(({ kind, status }) => kind === 'owner_premium' && isLive(status));
  if (running.some(({ endsAt }) => endsAt === null)) return 'on';
  const ends = running.flatMap(({ endsAt }) => (endsAt !== null && endsAt > at ? [endsAt] : []));
  return ends.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null;
}

interface LaterChange {
  /** The end of Premium for all listings. */
  coveredUntil: Date;
  /** The day of the last payment before that end: from then on the change can be planned. */
  from: Date;
}

/** The day from which on a claim can become Claim Premium, where Premium for all listings is ending; null for every other claim. */
export function laterChange({
  row,
  firstDueAt,
  plans,
}: Pick<Asked, 'row' | 'firstDueAt' | 'plans'>): LaterChange | null {
  const dueAt = row.paidThrough ?? firstDueAt;
  if (dueAt === null || billedKind(row) !== 'claim_standard' || row.endsAt !== null) return null;
  const end = coveredUntil(plans, dueAt);
  if (end === null || end === 'on') return null;
  let months = 0;
  while (monthsAfter(dueAt, months + 1) < end) months++;
  return { coveredUntil: end, from: monthsAfter(dueAt, months) };
}
