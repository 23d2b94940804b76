import { expect, it } from 'vitest';
import { cashDoubt } from './cash-doubt.ts';

const prices = { premiumMonth: 2900, premiumYear: 29_000 };
const year = { from: '2026-11-27', lastDay: '2027-11-26' };

it('asks about a slip of the comma, and about no usual sum', () => {
  const doubt = 'Is $2,900 right? Premium costs $290 a year, $29 a month.';
  expect(cashDoubt(290_000, prices, year)).toBe(doubt);
  expect(cashDoubt(290_000, prices)).toBe(doubt);
  expect(cashDoubt(2900, prices, year)).toBe('Is $29 right? Premium costs $290 a year, $29 a month.');
  for (const cents of [29_000, 34_800, 20_000, 50_000]) expect(cashDoubt(cents, prices, year)).toBeNull();
});

it('counts the days that are paid for', () => {
  const month = { from: '2026-11-27', lastDay: '2026-12-26' };
  expect(cashDoubt(2900, prices, month)).toBeNull();
  expect(cashDoubt(29_000, prices, month)).toContain('Is $290 right?');
  expect(cashDoubt(87_000, prices, { from: '2026-11-27', lastDay: '2029-11-26' })).toBeNull();
  for (const cents of [2900, 29_000]) expect(cashDoubt(cents, prices)).toBeNull();
  expect(cashDoubt(290, prices)).toContain('Is $2.90 right?');
});
