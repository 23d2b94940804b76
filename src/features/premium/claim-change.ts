/** The two claims, one of which may become the other: the plain one, and the one with Premium for its listing. */
import {
  type ClaimPlan,
  claimPlanOf,
  claimPriceKey,
  productNames,
  type SubscriptionKind,
} from '#features/billing/catalogue.ts';
import { lessPercent } from '#features/billing/next-charge.ts';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import type { OwnPlan } from './contract.ts';
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

interface Later {
  coveredUntil: string;
  from: string;
}

interface NewPayment {
  cents: number;
  day: string;
  /** The payment service adds a tax to it. */
  hasTax: boolean;
}

/** 'The payment of December 28 is the first at the new price, $50 a month instead of $25, less your discount of 20 percent: $40 plus tax.' */
export function paymentOf(
  { cents: before, percentOff, isUnpaid }: Pick<OwnPlan, 'cents' | 'percentOff' | 'isUnpaid'>,
  { cents, day, hasTax }: NewPayment,
): string {
  const instead = before === null ? '' : ` instead of ${formatDollars(before)}`;
  const first = isUnpaid ? `The first payment, on ${day}, is` : `The payment of ${day} is the first at the new price,`;
  const payment = `${first} ${formatDollars(cents)} a month${instead}`;
  if (percentOff === null) return `${payment}${hasTax ? ', plus tax' : ''}.`;
  const less = formatDollars(lessPercent(cents, percentOff));
  return `${payment}, less your discount of ${percentOff} percent: ${less}${hasTax ? ' plus tax' : ''}.`;
}

/** Says of a claim that Premium for all listings covers it until a known day, and from which day on it can become Claim Premium. */
export function laterWords({ coveredUntil, from }: Later, timeZone: string): string {
  const [end, day] = [formatDate(coveredUntil, timeZone), formatDate(from, timeZone)];
  const covered = `Premium for all your listings covers this one until ${end}, so Claim Premium would add nothing before.`;
  if (day === end) return `${covered} Once that Premium has ended, you can switch to it here.`;
  return `${covered} From ${day} on you can switch to it here: it then begins with the payment after that day.`;
}

/** Says of a claim that is about to become Claim Premium that Premium for all listings ends before it; empty: it does not end. */
export function gapBefore({ plans }: OtherPremium, { from, timeZone }: Pick<Elsewhere, 'from' | 'timeZone'>): string {
  const ends = plans.flatMap(({ kind, endsAt }) => (kind === 'owner_premium' && endsAt !== null ? [endsAt] : []));
  const last = ends.toSorted().at(-1);
  if (last === undefined || last > from) return '';
  const [end, day] = [formatDate(last, timeZone), formatDate(from, timeZone)];
  const gap = end === day ? '' : `, and from then until ${day} this one has no Premium from it`;
  return `Premium for all your listings ends on ${end}${gap}. If you keep that Premium after all, this change is off.`;
}

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
