import type { ReactNode } from 'react';
import { describePrice } from '#features/billing/price-story.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import type { Billing } from '../contract.ts';
import { waitingClaims } from '../owed-words.ts';

const inWords = new Intl.ListFormat('en-US');

/** Says beside an upgrade what becomes of the Claim Premium that somebody has. Few have any, so it loads for them alone. */
export default function ClaimPremiumNote({ claimPremium, plans }: Pick<Billing, 'claimPremium' | 'plans'>): ReactNode {
  const { prices } = useCity();
  const isPaid = plans.some(
    ({ kind, isUnpaid, business }) =>
      kind === 'claim_premium' && !isUnpaid && business !== null && claimPremium.includes(business),
  );
  return (
    <>
      {claimPremium.length === 0 ? null : (
        <p className="mt-2 text-16 [overflow-wrap:anywhere]">
          You have {isPaid ? '' : 'chosen '}Claim Premium for {inWords.format(claimPremium)} already. With this upgrade
          it becomes Claim, {describePrice(prices, 'claim')}, at once
          {isPaid
            ? ', and what you have paid beyond that is taken off your next bill.'
            : '. You have paid nothing for it yet, and its first payment is that price.'}
        </p>
      )}
      {waitingClaims(plans, prices).map((sentence) => (
        <p key={sentence} className="mt-2 text-16 [overflow-wrap:anywhere]">
          {sentence}
        </p>
      ))}
    </>
  );
}
