/** The two ways to claim, with the buttons' words; the town has the prices. */
import { type ClaimPlan, centsOf, claimPriceKey } from '#features/billing/catalogue.ts';
import { formatDollars } from '#shared/money.ts';
import type { Prices } from '#shared/prices.ts';

const labels: Readonly<Record<ClaimPlan, string>> = { standard: 'Claim', premium: 'Claim Premium' };

export const claimPriceCents = (prices: Prices, plan: ClaimPlan) => centsOf(prices, claimPriceKey[plan]);

export const claimLabel = (plan: ClaimPlan) => labels[plan];

/** 'Claim, $25 a month', 'Claim, free' */
export const describeClaim = (plan: ClaimPlan, cents: number) =>
  `${labels[plan]}, ${cents === 0 ? 'free' : `${formatDollars(cents)} a month`}`;
