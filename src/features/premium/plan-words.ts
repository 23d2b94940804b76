import { formatDollars } from '#shared/money.ts';
import type { OwnPlan } from './contract.ts';

/** 'Claim: García Bakery, $25 a month', 'Premium for all your listings, $290 a year' */
export function describePlan({
  name,
  business,
  cents,
  interval,
}: Pick<OwnPlan, 'name' | 'business' | 'cents' | 'interval'>): string {
  const price =
    cents === null || interval === null
      ? ''
      : `, ${formatDollars(cents)} a ${interval === 'monthly' ? 'month' : 'year'}`;
  return `${name}${business === null ? '' : `: ${business}`}${price}`;
}
