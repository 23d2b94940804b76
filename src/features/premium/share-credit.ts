import { type Credit, type NextCharge, nextCharges } from '#features/billing/next-charge.ts';
import type { Billing, OwnPlan } from './contract.ts';

/** A claim in review is due with its approval, and nobody knows that day. */
const waitsForApproval = ({ kind, renewsAt, endsAt, isOwed, handedOverBy }: OwnPlan) =>
  kind !== 'owner_premium' && renewsAt === null && endsAt === null && handedOverBy === null && !isOwed;

/** The next payments of the own plans, with the part of the credit for each. */
export function shareCredit(
  { plans, plan: running }: Pick<Billing, 'plans' | 'plan'>,
  credit: Credit,
): Map<string, NextCharge> {
  const due = plans.filter((plan) => plan.renewsAt !== null || waitsForApproval(plan));
  const payments = due.map(({ id, kind, cents, next, renewsAt, percentOff }) => ({
    ...{ id, percentOff, at: renewsAt },
    cents: (kind === 'owner_premium' ? running?.nextCents : next?.cents) ?? cents,
  }));
  return nextCharges(payments, credit);
}
