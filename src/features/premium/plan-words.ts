import { planTitle } from '#features/billing/plan-title.ts';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import type { Billing, OwnPlan } from './contract.ts';

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
  /** A claim is paid for it, by its owner or by a former one. */
  isClaimed: boolean;
  /** The day on which Premium is paid again; null: it ends, or no card pays for it. */
  renewsAt: string | null;
  /** The payment of that day is the first one. */
  isUnpaid: boolean;
  /** The day on which Premium begins with a first payment; null: none is to begin. */
  premiumFrom: string | null;
  /** The end of the time that its former owner has paid for, while the owner does not go on yet. */
  paidUntil: string | null;
  /** The former owner is the owner: the listing came back to them. */
  isPaidByOwner: boolean;
}

/** Its next payment is for Premium. */
const renewsPremium = ({ kind, renewsAt, next }: OwnPlan) =>
  renewsAt !== null && kind !== 'claim_standard' && next?.plan !== 'standard';

/** The part of a person's plans that one of the own listings has. */
export function planOfListing({ plans, takenOver }: Pick<Billing, 'plans' | 'takenOver'>, id: string): PlanOfListing {
  const here = plans.filter(({ businessId, kind }) => businessId === id || kind === 'owner_premium');
  const paid = takenOver.find(({ businessId }) => businessId === id);
  const renewing = here.find((plan) => renewsPremium(plan));
  return {
    isClaimed: paid !== undefined || here.some(({ kind }) => kind !== 'owner_premium'),
    renewsAt: renewing?.renewsAt ?? null,
    isUnpaid: renewing?.isUnpaid ?? false,
    premiumFrom: renewing?.premiumFrom ?? null,
    paidUntil: paid?.until ?? null,
    isPaidByOwner: paid?.isPaidByOwner ?? false,
  };
}

export type OtherPremium = Pick<Billing, 'plans' | 'prepaid' | 'notes'>;

const inWords = new Intl.ListFormat('en-US');

/** The state of the own listings once Premium for all of them has ended at `from`: some may have Premium from elsewhere. */
export function afterPremium({ plans, prepaid, notes }: OtherPremium, from: string, timeZone: string): string {
  const given = notes.flatMap(({ isRunning, endsAt }) =>
    isRunning && endsAt !== null && endsAt > from ? [endsAt] : [],
  );
  const last = given.toSorted().at(-1);
  const until = (endsAt: string) => `until ${formatDate(endsAt, timeZone)}`;
  if (last !== undefined) return `Your listings keep the Premium that no card pays for, ${until(last)}.`;
  const kept = [
    ...plans.flatMap((plan) => {
      const { kind, business, next, renewsAt } = plan;
      if (kind === 'claim_standard' && next?.plan === 'premium' && business !== null && renewsAt !== null) {
        return [`${business} has Premium again from ${formatDate(renewsAt, timeZone)} on`];
      }
      if (kind !== 'claim_premium' || business === null) return [];
      if (renewsPremium(plan)) return [`${business} keeps Premium with its claim`];
      const endsAt = next?.plan === 'standard' ? plan.renewsAt : plan.endsAt;
      return endsAt !== null && endsAt > from ? [`${business} keeps Premium ${until(endsAt)}`] : [];
    }),
    ...prepaid.flatMap(({ business, endsAt }) => (endsAt > from ? [`${business} keeps Premium ${until(endsAt)}`] : [])),
  ];
  const hasClaim = plans.some(({ kind }) => kind !== 'owner_premium');
  const claim = hasClaim ? ' A claim is a plan of its own: this does not touch it.' : '';
  return kept.length === 0
    ? `Your listings stay in the directory without what Premium adds, with all that you have written.${claim}`
    : `${inWords.format(kept)}. Any other listing of yours stays in the directory without what Premium adds, with all that you have written.`;
}
