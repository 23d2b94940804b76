/** The two ways to claim, as the buttons word them; prices stand in the catalogue. */
import { type ClaimPlan, catalogue, claimPriceKey } from '#features/billing/catalogue.ts';

const labels: Readonly<Record<ClaimPlan, string>> = { standard: 'Claim', premium: 'Claim Premium' };

export const claimPriceCents = (plan: ClaimPlan) => catalogue[claimPriceKey[plan]].cents;

export const claimLabel = (plan: ClaimPlan) => labels[plan];
