/** The two ways to claim, with the buttons' words; the catalogue has the prices. */
import { type ClaimPlan, catalogue, claimPriceKey } from '#features/billing/catalogue.ts';

const labels: Readonly<Record<ClaimPlan, string>> = { standard: 'Claim', premium: 'Claim Premium' };

export const claimPriceCents = (plan: ClaimPlan) => catalogue[claimPriceKey[plan]].cents;

export const claimLabel = (plan: ClaimPlan) => labels[plan];
