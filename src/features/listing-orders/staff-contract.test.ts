import { expect, test } from 'vitest';
import { sumWords } from './staff-contract.ts';

test('one order has one sum, with the part that went back', () => {
  expect(sumWords({ paid: 9900, back: 0 })).toBe('$99');
  expect(sumWords({ paid: 9900, back: 4950 })).toBe('$99, $49.50 given back');
  expect(sumWords({ paid: 9900, back: 9900 })).toBe('$99');
});
