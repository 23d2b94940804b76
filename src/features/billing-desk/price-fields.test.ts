import { expect, it, test } from 'vitest';
import { usualPrices } from '#shared/prices.ts';
import { priceHints, priceLeaps, readDollars, writeDollars } from './price-fields.ts';

test.each([
  ['25', 2500],
  [' $1,025.5 ', 102_550],
  ['0', 0],
  ['29.99', 2999],
  ['', null],
  ['-5', null],
  ['1e3', null],
  ['25.001', null],
  ['free', null],
])('%j is %j cents', (text, cents) => {
  expect(readDollars(text)).toBe(cents);
});

it('writes what it reads', () => {
  expect([2500, 2550, 0].map(writeDollars)).toEqual(['25', '25.50', '0']);
});

it('notices prices that contradict each other', () => {
  expect(priceHints(usualPrices)).toEqual([]);
  expect(priceHints({ ...usualPrices, premiumYear: 40_000, claim: 6000, listing: 9901 })).toHaveLength(3);
});

it('notices a slip of the comma, and a price given away', () => {
  const changed = { ...usualPrices, premiumMonth: 290_000, claim: 0, claimPremium: 10_000, premiumYear: 14_500 };
  expect(priceLeaps(usualPrices, changed)).toEqual(['Claim, a month: $25 → $0', 'Premium, a month: $29 → $2,900']);
  expect(priceLeaps(usualPrices, usualPrices)).toEqual([]);
});
