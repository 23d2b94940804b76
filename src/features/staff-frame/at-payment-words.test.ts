import { expect, it } from 'vitest';
import { atPaymentWords } from './at-payment-words.ts';

const nothing = { claims: [], premium: 0, listings: 0 };

it('says that nothing is open', () => {
  expect(atPaymentWords(nothing)).toMatch(
    /^Nothing of theirs is at the payment page\. What they pay in this very moment/,
  );
});

it('names what ends', () => {
  const words = atPaymentWords({ claims: ['Bakery', 'Fig Bar'], premium: 1, listings: 2 });
  expect(words).toContain(
    'Still at the payment page: the claim on Bakery, the claim on Fig Bar, a payment for Premium, and 2 payments for listings. This ends with the ban and charges nothing',
  );
});

it('names five claims at most', () => {
  const claims = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
  expect(atPaymentWords({ ...nothing, claims })).toContain('the claim on E, and 2 more claims. This');
});
