import { expect, it, test } from 'vitest';
import { usualPrices } from '#shared/prices.ts';
import { isLeap, priceChanges, priceHints, readDollars, writeDollars } from './price-fields.ts';

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
  expect(isLeap(usualPrices, changed)).toBe(true);
  for (const one of [{ premiumMonth: 290_000 }, { claim: 0 }]) {
    expect(isLeap(usualPrices, { ...usualPrices, ...one })).toBe(true);
  }
  for (const one of [{}, { claimPremium: 10_000 }, { premiumYear: 14_500 }, { premiumYear: 0 }]) {
    expect(isLeap(usualPrices, { ...usualPrices, ...one })).toBe(false);
  }
  // The question names them all, not only the slips.
  expect(priceChanges(usualPrices, changed)).toEqual([
    ...['Claim, a month: $25 → $0', 'Claim Premium, a month: $50 → $100'],
    ...['Premium, a month: $29 → $2,900', 'Premium, a year: $290 → $145'],
  ]);
  expect(priceChanges(usualPrices, usualPrices)).toEqual([]);
});
