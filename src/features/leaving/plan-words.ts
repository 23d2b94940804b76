import { endsEarlier } from '#features/billing/ends-earlier.ts';
import { planTitle } from '#features/billing/plan-title.ts';
import { formatDate } from '#shared/dates.ts';
import type { Leaving } from './contract.ts';

export const cashTitle = 'Premium, paid in cash or by check';

/** 'Premium: Figs' */
export const prepaidTitle = ({ business }: Pick<Leaving['prepaid'][number], 'business'>): string =>
  planTitle({ name: 'Premium', business });

/** For a listing that its former owner has paid for. */
export const takenOverTitle = ({ business }: Pick<Leaving['takenOver'][number], 'business'>): string =>
  `The time that is paid for ${business}`;

/** Everything that ends with the account or before it. */
export type Ends = Pick<Leaving, 'plans' | 'cashPlans' | 'prepaid' | 'takenOver'>;

/** No plan outlasts the account. */
export const lastDayWith = (lastDay: string, deletesAt: string): string => (lastDay < deletesAt ? lastDay : deletesAt);

/** Sentences about what ends before the account does. */
export function endsBefore(
  { plans, cashPlans, prepaid, takenOver }: Ends,
  deletesAt: string,
  timeZone: string,
): string[] {
  const ends = [
    ...plans.map((plan) => ({ title: planTitle(plan), isClaim: plan.business !== null, endsAt: plan.lastDay })),
    ...takenOver.map((one) => ({ title: takenOverTitle(one), isClaim: true, endsAt: one.until })),
    ...cashPlans.map(({ endsAt }) => ({ title: cashTitle, isClaim: false, endsAt })),
    ...prepaid.map((one) => ({ title: prepaidTitle(one), isClaim: false, endsAt: one.endsAt })),
  ];
  return endsEarlier(ends, deletesAt, timeZone);
}

/** Says from which day on each own listing has no owner when the account is deleted on a later day; empty without listings. */
export function withoutOwner(
  { listings, plans, takenOver }: Pick<Leaving, 'listings' | 'plans' | 'takenOver'>,
  deletesAt: string,
  timeZone: string,
): string {
  if (listings.length === 0) return '';
  const last = formatDate(deletesAt, timeZone);
  const ends = new Map([
    ...plans.map(({ businessId, lastDay }) => [businessId, lastDay] as const),
    ...takenOver.map(({ businessId, until }) => [businessId, until] as const),
  ]);
  const sooner = listings.flatMap(({ id, name }) => {
    const day = formatDate(lastDayWith(ends.get(id) ?? deletesAt, deletesAt), timeZone);
    return day === last ? [] : [`${name} from ${day} on`];
  });
  if (sooner.length === 0) return `Your listings stay in the directory, without an owner from ${last} on.`;
  const rest = sooner.length < listings.length ? [`the others from ${last} on`] : [];
  return `Your listings stay in the directory, without an owner: ${[...sooner, ...rest].join(', ')}.`;
}

/** Says what becomes of listings on which staff have not decided; begins with a space, and is empty without any. */
export function waitingWords({ waitingListings = [] }: Pick<Leaving, 'waitingListings'>): string {
  if (waitingListings.length === 0) return '';
  const [these, them] = waitingListings.length === 1 ? ['It', 'it'] : ['They', 'them'];
  const names = new Intl.ListFormat('en-US').format(waitingListings);
  return ` Not decided on yet: ${names}. ${these} may still be listed, without an owner, unless you take ${them} back on your dashboard first.`;
}
