import { planTitle } from '#features/billing/plan-title.ts';
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
  return planTitle({ name, business }) + price;
}

interface PlanOfListing {
  /** The plan's name where the listing is claimed. */
  claim: string | null;
  /** The day on which Premium is paid again; null: it ends, or no card pays for it. */
  renewsAt: string | null;
}

/** The part of a person's plans that one of the own listings has. */
export function planOfListing(plans: readonly OwnPlan[], id: string): PlanOfListing {
  const here = plans.filter(({ businessId, kind }) => businessId === id || kind === 'owner_premium');
  return {
    claim: here.find(({ kind }) => kind !== 'owner_premium')?.name ?? null,
    renewsAt: here.find(({ kind, renewsAt }) => kind !== 'claim_standard' && renewsAt !== null)?.renewsAt ?? null,
  };
}
