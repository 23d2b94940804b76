import { listingPrice } from '#features/billing/catalogue.ts';
import type { Prices } from '#shared/prices.ts';
import { listingPlan } from './plans.ts';

/** An unknown plan costs 0 (docs/product-rules.md#prices). */
export function priceCents(prices: Prices, plan: string): number {
  const known = listingPlan(plan);
  return known ? prices[listingPrice[known]] : 0;
}
