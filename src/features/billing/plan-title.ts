import { productNames, type SubscriptionKind } from './catalogue.ts';

/** 'Claim: García Bakery', 'Premium for all your listings'. @param business null: all listings */
export const planTitle = ({ name, business }: { name: string; business: string | null }): string =>
  business === null ? name : `${name}: ${business}`;

/** The description of a claim's subscription at the payment service, which the portal shows beside the price. */
export const claimDescription = (kind: SubscriptionKind, business: string | null): string =>
  planTitle({ name: productNames[kind], business: business ?? 'your listing' }).slice(0, 500);

/** For a subject: names the listing where the plan is for one alone. @param plan 'your plan for García Bakery' */
export const titleOf = (kind: SubscriptionKind, plan: string): string =>
  kind === 'owner_premium' ? 'Your plan' : `${plan.charAt(0).toUpperCase()}${plan.slice(1)}`;
