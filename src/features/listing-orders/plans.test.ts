import { expect, test } from 'vitest';
import { orderNumber } from './plans.ts';
import { sumWords } from './staff-contract.ts';

test('an order has a short number, and two of one minute have two', () => {
  expect(orderNumber('01a22772-908d-7730-9b93-fb31b0d6deb8')).toBe('B0D6DEB8');
  expect(orderNumber('01a22772-908d-7730-9b93-fb31b0d6deb9')).not.toBe('B0D6DEB8');
});

test('one order has one sum, with the part that went back', () => {
  expect(sumWords({ paid: 9900, back: 0 })).toBe('$99');
  expect(sumWords({ paid: 9900, back: 4950 })).toBe('$99, $49.50 given back');
  expect(sumWords({ paid: 9900, back: 9900 })).toBe('$99');
});
