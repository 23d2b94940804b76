import { expect, it } from 'vitest';
import { formatDollars } from './money.ts';
import { formatNumber } from './numbers.ts';

it('writes numbers and dollars as Intl does', () => {
  const dollars = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    trailingZeroDisplay: 'stripIfInteger',
  });
  for (const value of [0, 7, 60, 999, 1_000, 1_001, 12_345, 999_999, 1_000_000, 1_234_567_890, -5, -1_234]) {
    expect(formatNumber(value)).toBe(new Intl.NumberFormat('en-US').format(value));
    expect(formatDollars(value)).toBe(dollars.format(value / 100));
  }
});
