/** The discount of a plan: its words, and whether it still holds. */

export interface Discount {
  percentOff: number;
  /** null: for as long as the plan runs. */
  months: number | null;
}

interface DiscountAct {
  kind: string;
  percentOff: number | null;
  months: number | null;
  createdAt: Date;
}

/**
 * The discount that the payment of this time is lower by; null: none.
 * @param acts of one plan, newest first
 */
export function heldDiscount(acts: readonly DiscountAct[], dueAt: Date): Discount | null {
  const latest = acts.find(({ kind }) => kind === 'discount' || kind === 'discount-end');
  if (latest?.kind !== 'discount' || latest.percentOff === null) return null;
  const { percentOff, months, createdAt } = latest;
  if (months !== null && monthsAfter(createdAt, months) < dueAt) return null;
  return { percentOff, months };
}

/** A month that is too short ends with its last day, as the payment service counts. */
export function monthsAfter(at: Date, months: number): Date {
  const end = new Date(at);
  end.setUTCMonth(end.getUTCMonth() + months);
  if (end.getUTCDate() < at.getUTCDate()) end.setUTCDate(0);
  return end;
}

export const discountTime = (months: number | null): string =>
  months === null ? 'for as long as the plan runs' : months === 1 ? 'for 1 month' : `for ${months} months`;

/** '20% off for 2 months' */
export const discountTitle = ({ percentOff, months }: { percentOff: number | null; months: number | null }): string =>
  `${percentOff ?? 0}% off ${discountTime(months)}`;

/** '20', '20%' and '20 %' as 20; null for anything but 1 to 100. */
export function percentOf(typed: string): number | null {
  const percent = Number(/^(\d{1,3}) ?%?$/.exec(typed.trim())?.[1] ?? 0);
  return percent >= 1 && percent <= 100 ? percent : null;
}
