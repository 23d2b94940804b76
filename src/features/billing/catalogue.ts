/** The products and their prices in cents, in one place. Amounts from a browser never count (docs/product-rules.md#prices). */

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
  cents: number;
  interval: 'month' | 'year';
}

export const catalogue: Readonly<Record<LookupKey, CataloguePrice>> = {
  claim_standard_month: { kind: 'claim_standard', cents: 2500, interval: 'month' },
  claim_premium_month: { kind: 'claim_premium', cents: 5000, interval: 'month' },
  owner_premium_month: { kind: 'owner_premium', cents: 2900, interval: 'month' },
  owner_premium_year: { kind: 'owner_premium', cents: 29_000, interval: 'year' },
};

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

export type UpgradeInterval = 'monthly' | 'yearly';

export const upgradePriceKey: Readonly<Record<UpgradeInterval, LookupKey>> = {
  monthly: 'owner_premium_month',
  yearly: 'owner_premium_year',
};

/** Prices of the payment page: one payment for a listing that staff set up. */
export const listingCents: Readonly<Record<'standard' | 'premium', number>> = { standard: 4900, premium: 9900 };

/** The premium one has Premium for this long; it ends by itself, and no card is charged for it again. */
export const listingPremiumMonths = 3;
