/** Claim Premium, for somebody with one listing who has a claim of it: by the month it may cost less than the claim beside Premium for all listings. */

import { formatDollars } from '#shared/money.ts';
import type { Prices } from '#shared/prices.ts';
import type { OwnPlan } from './contract.ts';

interface OneListing {
  /** The claim of that listing. */
  claim: Pick<OwnPlan, 'kind' | 'cents' | 'percentOff'>;
  /** Premium for all listings by the month, as it runs; null: it is still to be bought. */
  premium: Pick<OwnPlan, 'cents' | 'interval' | 'percentOff'> | null;
  prices: Prices;
}

interface Saving {
  /** '$4' */
  less: string;
  /** '$50' */
  alone: string;
  /** '$54' */
  both: string;
}

/** Null: it costs no less, or a discount or a payment by the year makes the sum another one. */
export function savingForOne({ claim, premium, prices }: OneListing): Saving | null {
  if (claim.kind !== 'claim_standard' || claim.cents === null || claim.percentOff !== null) return null;
  if (premium !== null && (premium.interval !== 'monthly' || premium.percentOff !== null)) return null;
  const premiumCents = premium === null ? prices.premiumMonth : premium.cents;
  if (premiumCents === null) return null;
  const both = claim.cents + premiumCents;
  if (prices.claimPremium >= both) return null;
  return {
    less: formatDollars(both - prices.claimPremium),
    alone: formatDollars(prices.claimPremium),
    both: formatDollars(both),
  };
}

/** The sentence beside an upgrade. */
export const cheaperBeforeUpgrade = ({ less, alone, both }: Saving): string =>
  `For one listing, Claim Premium has the same and costs ${less} a month less: ${alone}, instead of ${both} for Claim and Premium by the month together.`;

/** The sentence beside a claim that cannot become Claim Premium because Premium for all listings runs. */
export const cheaperBesidePremium = ({ less, alone, both }: Saving): string =>
  `For your one listing it costs ${less} a month less, though: ${alone}, instead of ${both} for Claim and Premium together. To change, cancel Premium first: this page then says from which day on you can switch to Claim Premium.`;
