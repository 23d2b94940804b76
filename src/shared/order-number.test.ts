import { expect, test } from 'vitest';
import { orderNumber } from './order-number.ts';

test('an order has a short number, and two of one minute have two', () => {
  expect(orderNumber('01a22772-908d-7730-9b93-fb31b0d6deb8')).toBe('B0D6DEB8');
  expect(orderNumber('01a22772-908d-7730-9b93-fb31b0d6deb9')).not.toBe('B0D6DEB8');
});
