/**
 * The amounts in cents that a town asks unless its city pack or its staff say others (docs/product-rules.md#prices).
 * features/billing/catalogue.ts says what each one pays for.
 */
export const usualPrices = {
  claim: 2500,
  claimPremium: 5000,
  premiumMonth: 2900,
  premiumYear: 29_000,
  listing: 4900,
  listingPremium: 9900,
};
export type Prices = typeof usualPrices;
export type PriceName = keyof Prices;

/** Stripe charges no card for less. A claim alone may cost nothing at all. */
export const minCents = 50;
export const maxCents = 1_000_000;
