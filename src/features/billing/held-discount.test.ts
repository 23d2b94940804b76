import { describe, expect, it } from 'vitest';
import { discountTitle, heldDiscount, percentOf } from './held-discount.ts';

const at = (day: string) => new Date(`${day}T12:00:00Z`);
const given = (day: string, months: number | null, percentOff = 20) => ({
  ...{ kind: 'discount', percentOff, months, createdAt: at(day) },
});
const ended = (day: string) => ({ ...given(day, null), kind: 'discount-end' });

describe('heldDiscount', () => {
  it('is the newest one, for as long as it reaches the payment', () => {
    const acts = [given('2026-03-10', 2), given('2026-01-01', null, 50)];
    expect(heldDiscount(acts, at('2026-05-10'))).toEqual({ percentOff: 20, months: 2 });
    expect(heldDiscount(acts, at('2026-05-11'))).toBeNull();
    expect(heldDiscount([given('2026-01-01', null)], at('2036-01-01'))).toEqual({ percentOff: 20, months: null });
  });

  it('is none once it was ended, and a new one may follow', () => {
    expect(heldDiscount([ended('2026-02-01'), given('2026-01-01', null)], at('2026-02-02'))).toBeNull();
    const anew = [given('2026-03-01', 3, 10), ended('2026-02-01'), given('2026-01-01', null)];
    expect(heldDiscount(anew, at('2026-03-02'))).toEqual({ percentOff: 10, months: 3 });
    expect(heldDiscount([{ ...given('2026-01-01', null), kind: 'credit' }], at('2026-01-02'))).toBeNull();
  });

  it('ends with the last day of a month that is too short', () => {
    expect(heldDiscount([given('2026-01-31', 1)], at('2026-02-28'))).not.toBeNull();
    expect(heldDiscount([given('2026-01-31', 1)], at('2026-03-01'))).toBeNull();
  });
});

it('names a discount in one way', () => {
  expect(discountTitle({ percentOff: 20, months: 3 })).toBe('20% off for 3 months');
  expect(discountTitle({ percentOff: 20, months: 1 })).toBe('20% off for 1 month');
  expect(discountTitle({ percentOff: 100, months: null })).toBe('100% off for as long as the plan runs');
});

it('reads a percentage with its sign and without', () => {
  expect(['20', ' 20% ', '20 %', '100%', '1'].map(percentOf)).toEqual([20, 20, 20, 100, 1]);
  expect(['', '0', '0%', '101', '12.5%', '-5', '20%%', '$20', 'ten'].map(percentOf)).toEqual(Array(9).fill(null));
});
