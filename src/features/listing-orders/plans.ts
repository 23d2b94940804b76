/** The two listings that the payment page sells (docs/product-rules.md#prices). */
import { listingPrice } from '#features/billing/catalogue.ts';
import type { Prices } from '#shared/prices.ts';

export const listingPlans = ['standard', 'premium'] as const;
export type ListingPlan = (typeof listingPlans)[number];

export const planNames: Readonly<Record<ListingPlan, string>> = { standard: 'Standard', premium: 'Premium' };

export function listingPlan(text: string): ListingPlan | undefined {
  return listingPlans.find((plan) => plan === text);
}

/** An unknown plan costs 0 (docs/product-rules.md#prices). */
export function priceCents(prices: Prices, plan: string): number {
  const known = listingPlan(plan);
  return known ? prices[listingPrice[known]] : 0;
}
