/** The two claims, one of which may become the other: the plain one, and the one with Premium for its listing. */
import {
  type ClaimPlan,
  claimPlanOf,
  claimPriceKey,
  productNames,
  type SubscriptionKind,
} from '#features/billing/catalogue.ts';
import { formatDate } from '#shared/dates.ts';
import type { OtherPremium } from './plan-words.ts';

interface OtherClaim {
  plan: ClaimPlan;
  /** The name on the price list. */
  name: string;
  priceKey: (typeof claimPriceKey)[ClaimPlan];
}

const claimOf = (plan: ClaimPlan): OtherClaim => ({
  plan,
  name: productNames[`claim_${plan}`],
  priceKey: claimPriceKey[plan],
});

/** The claim that this one can become; null: it is none. */
export function otherClaim(kind: SubscriptionKind): OtherClaim | null {
  const plan = claimPlanOf(kind);
  if (plan === null) return null;
  return claimOf(plan === 'standard' ? 'premium' : 'standard');
}

/** No card pays for a claim that costs nothing, so a plan at Stripe cannot become one. */
export const freeClaimNote = 'A claim costs nothing here now. Please write to us, and we change yours.';

interface Elsewhere {
  businessId: string | null;
  /** The day of the change. */
  from: string;
  timeZone: string;
}

/** Says of a claim that is about to change that its listing has Premium from elsewhere, too; empty: it has none that lasts so long. */
export function premiumElsewhere({ prepaid, notes }: OtherPremium, { businessId, from, timeZone }: Elsewhere): string {
  const ends = [
    ...prepaid.flatMap((one) => (one.businessId === businessId ? [one.endsAt] : [])),
    ...notes.flatMap(({ isRunning, endsAt }) => (isRunning && endsAt !== null ? [endsAt] : [])),
  ];
  const last = ends
    .filter((end) => end > from)
    .toSorted()
    .at(-1);
  if (last === undefined) return '';
  return `Other Premium, which no card pays for, covers it until ${formatDate(last, timeZone)} all the same.`;
}
