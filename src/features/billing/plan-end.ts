/** The day on which a plan is really over (docs/product-rules.md#claim-deadlines). */
import { dayMs } from '#shared/times.ts';
import { firstChargeGraceMs, type SubscriptionKind } from './catalogue.ts';

/** After a failed renewal a plan stays this much longer than the paid time. */
export const graceDays = 14;

interface Charged {
  kind: SubscriptionKind;
  paidThrough: Date | null;
  failedAt: Date | null;
}

/** The end of the time in which the failed first payment of a claim can still be made; null: no such payment is owed. */
export function firstPaymentBy({ kind, paidThrough, failedAt }: Charged): Date | null {
  if (kind === 'owner_premium' || paidThrough !== null || failedAt === null) return null;
  return new Date(failedAt.getTime() + firstChargeGraceMs);
}

/** The day until which a plan holds whose last payment failed, the first one or a renewal; null: none is owed. */
export function owedBy(plan: Charged): Date | null {
  const { paidThrough, failedAt } = plan;
  if (paidThrough === null || failedAt === null) return firstPaymentBy(plan);
  return new Date(paidThrough.getTime() + graceDays * dayMs);
}

/** A plan as its owner has it: one that goes on with a kept account does not end, although Stripe hears of that a moment later. */
export const asKept = <T extends { endsAt: Date | null; keptAt: Date | null }>(plan: T): T =>
  plan.keptAt === null ? plan : { ...plan, endsAt: null };

/** For an act on such a plan in that moment. */
export const justKept =
  'You have just kept your account, and the payment service does not know yet that this plan goes on. Please try again in a minute.';

/** The end of a canceled plan; null: it goes on. Stripe knows the end of the period alone, whether anything was paid for it or not. */
export function planEnd(plan: Charged & { endsAt: Date | null }): Date | null {
  const by = owedBy(plan);
  return by !== null && plan.endsAt !== null && by < plan.endsAt ? by : plan.endsAt;
}
