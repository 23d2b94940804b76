import { expect, it, test } from 'vitest';
import { usualPrices } from '#shared/prices.ts';
import { cheaperBeforeUpgrade, cheaperBesidePremium, savingForOne } from './one-listing.ts';

const claim = { kind: 'claim_standard', cents: 2500, percentOff: null } as const;
const premium = { cents: 2900, interval: 'monthly', percentOff: null } as const;
const usual = { claim, premium: null, prices: usualPrices };

it('names what Claim Premium costs less, before and after the upgrade', () => {
  const saving = { less: '$4', alone: '$50', both: '$54' };
  expect(savingForOne(usual)).toEqual(saving);
  expect(savingForOne({ ...usual, premium })).toEqual(saving);
  expect(cheaperBeforeUpgrade(saving)).toBe(
    'For one listing, Claim Premium has the same and costs $4 a month less: $50, instead of $54 for Claim and Premium by the month together.',
  );
  expect(cheaperBesidePremium(saving)).toContain('$4 a month less, though: $50, instead of $54');
});

test.each([
  ['at the same price', { ...usual, prices: { ...usualPrices, claimPremium: 5400 } }],
  ['for an old claim that costs less', { ...usual, claim: { ...claim, cents: 2000 } }],
  ['for old Premium that costs less', { ...usual, premium: { ...premium, cents: 1900 } }],
  [
    'beside Premium by the year, which costs less still',
    { ...usual, premium: { ...premium, cents: 29_000, interval: 'yearly' } },
  ],
  ['with a discount on the claim', { ...usual, claim: { ...claim, percentOff: 20 } }],
  ['with a discount on Premium', { ...usual, premium: { ...premium, percentOff: 20 } }],
  ['of a claim of unknown price', { ...usual, claim: { ...claim, cents: null } }],
  ['of Claim Premium itself', { ...usual, claim: { ...claim, kind: 'claim_premium' } }],
] as const)('says nothing %s', (_, given) => {
  expect(savingForOne(given)).toBeNull();
});
