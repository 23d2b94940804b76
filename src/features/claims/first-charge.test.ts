import { expect, it } from 'vitest';
import { creditPays } from './first-charge.ts';

it.each([
  [0, false, ''],
  [600, false, 'Your credit pays $6 of it, and your card is charged $19.'],
  [3000, false, 'Your credit pays for all of it: your card is not charged.'],
  [0, true, ''],
  // The tax comes on top, so the card may pay although the credit covers the price.
  [2500, true, 'Your credit of $25 pays first, and your card is charged what it does not cover, tax included.'],
])('a credit of %i cents, with tax: %s', (creditCents, hasTax, words) => {
  expect(creditPays({ amountCents: 2500, creditCents, hasTax })).toBe(words);
});
