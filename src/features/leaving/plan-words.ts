import { endsEarlier } from '#features/billing/ends-earlier.ts';
import { planTitle } from '#features/billing/plan-title.ts';
import type { Leaving } from './contract.ts';

export const cashTitle = 'Premium, paid in cash or by check';

/** 'Premium: Figs' */
export const prepaidTitle = ({ business }: Pick<Leaving['prepaid'][number], 'business'>): string =>
  planTitle({ name: 'Premium', business });

/** Sentences about what ends before the account does. */
export function endsBefore(
  { plans, cashPlans, prepaid }: Pick<Leaving, 'plans' | 'cashPlans' | 'prepaid'>,
  deletesAt: string,
  timeZone: string,
): string[] {
  const ends = [
    ...plans.map((plan) => ({ title: planTitle(plan), isClaim: plan.business !== null, endsAt: plan.paidThrough })),
    ...cashPlans.map(({ endsAt }) => ({ title: cashTitle, isClaim: false, endsAt })),
    ...prepaid.map((one) => ({ title: prepaidTitle(one), isClaim: false, endsAt: one.endsAt })),
  ];
  return endsEarlier(ends, deletesAt, timeZone);
}
