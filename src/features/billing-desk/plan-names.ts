import { productNames, type SubscriptionKind } from '#features/billing/catalogue.ts';

/** The names of plans for staff: the names on bills speak to the owner. */
export const staffPlanNames: Readonly<Record<SubscriptionKind, string>> = {
  ...productNames,
  owner_premium: 'Premium for all listings',
};
