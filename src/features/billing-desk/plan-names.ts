import { productNames, type SubscriptionKind } from '#features/billing/catalogue.ts';
import { formatDollars } from '#shared/money.ts';

/** The names of plans for staff: the names on bills speak to the owner. */
export const staffPlanNames: Readonly<Record<SubscriptionKind, string>> = {
  ...productNames,
  owner_premium: 'Premium for all listings',
};

/** A plan that no card pays for. */
export const givenPlanName = (kind: 'complimentary' | 'cash', cents: number | null): string =>
  kind === 'cash' ? `Premium, ${formatDollars(cents ?? 0)} in cash or by check` : 'Complimentary Premium';
