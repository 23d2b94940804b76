/** The products in one place. Their amounts are the town's; those from a browser never count (docs/product-rules.md#prices). */
import type { PriceName, Prices } from '#shared/prices.ts';
import { dayMs } from '#shared/times.ts';

/** The lookup keys of subscription prices at Stripe. */
export const lookupKeys = [
  'claim_standard_month',
  'claim_premium_month',
  'owner_premium_month',
  'owner_premium_year',
] as const;
export type LookupKey = (typeof lookupKeys)[number];

/** A kind of subscription; the keys of its prices begin with it. */
export type SubscriptionKind = 'claim_standard' | 'claim_premium' | 'owner_premium';

interface CataloguePrice {
  kind: SubscriptionKind;
  /** The amount among the town's. */
  price: PriceName;
  interval: 'month' | 'year';
}

export const catalogue: Readonly<Record<LookupKey, CataloguePrice>> = {
  claim_standard_month: { kind: 'claim_standard', price: 'claim', interval: 'month' },
  claim_premium_month: { kind: 'claim_premium', price: 'claimPremium', interval: 'month' },
  owner_premium_month: { kind: 'owner_premium', price: 'premiumMonth', interval: 'month' },
  owner_premium_year: { kind: 'owner_premium', price: 'premiumYear', interval: 'year' },
};

export const centsOf = (prices: Prices, key: LookupKey): number => prices[catalogue[key].price];

/** The key of what is sold so. Stripe's own mark wanders on to the newest price, so that an older one has none. */
export function keyOf(kind: SubscriptionKind, interval: string | undefined): LookupKey | null {
  return lookupKeys.find((key) => catalogue[key].kind === kind && catalogue[key].interval === interval) ?? null;
}

/** The kind that the next payment is for; until a higher price is paid, `kind` is what the plan grants. */
export function billedKind({ kind, priceKey }: { kind: SubscriptionKind; priceKey: string | null }): SubscriptionKind {
  const key = lookupKeys.find((known) => known === priceKey);
  return key === undefined ? kind : catalogue[key].kind;
}

/** Product names on bills and the payment page: the same words as in price-story.ts. */
export const productNames: Readonly<Record<SubscriptionKind, string>> = {
  claim_standard: 'Claim',
  claim_premium: 'Claim Premium',
  owner_premium: 'Premium for all your listings',
};

export const claimPlans = ['standard', 'premium'] as const;
export type ClaimPlan = (typeof claimPlans)[number];

export const claimPriceKey: Readonly<Record<ClaimPlan, LookupKey>> = {
  standard: 'claim_standard_month',
  premium: 'claim_premium_month',
};

/** The claim that a kind of subscription pays for; null for Premium of all listings. */
export function claimPlanOf(kind: SubscriptionKind): ClaimPlan | null {
  return claimPlans.find((plan) => `claim_${plan}` === kind) ?? null;
}

export type UpgradeInterval = 'monthly' | 'yearly';

export const upgradePriceKey: Readonly<Record<UpgradeInterval, LookupKey>> = {
  monthly: 'owner_premium_month',
  yearly: 'owner_premium_year',
};

/** Prices of the payment page: one payment for a listing that staff set up. */
export const listingPrice = { standard: 'listing', premium: 'listingPremium' } as const satisfies Record<
  string,
  PriceName
>;

/** The premium one has Premium for this long; it ends by itself, and no card is charged for it again. */
export const listingPremiumMonths = 3;

/** A first charge of a claim that fails: the owner stays for so long. */
export const firstChargeGraceMs = 7 * dayMs;
