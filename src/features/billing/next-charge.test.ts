import { expect, it } from 'vitest';
import { creditSentence, nextCharges, sumWords } from './next-charge.ts';

it('says the sum of a payment where the price alone does not', () => {
  const sum = (percentOff: number | null, hasTax: boolean) => sumWords({ cents: 2500, percentOff, hasTax });
  expect(sum(null, false)).toBe('');
  expect(sum(50, false)).toBe(': $12.50, with your discount of 50 percent');
  expect(sum(100, true)).toBe(': $0 plus tax, with your discount of 100 percent');
  expect(sum(null, true)).toBe(': $25 plus tax');
  expect(sumWords({ cents: null, percentOff: 50, hasTax: true })).toBe('');
});

it('tells staff what the person is told', () => {
  const due = { id: 'a', at: '2026-12-28T00:00:00.000Z', cents: 2500, percentOff: 50 };
  const charge = nextCharges([due], { cents: 1000, hasTax: false }).get('a');
  expect(charge?.dueCents).toBe(1250);
  const said = 'credit of $10 is taken off the next payment: $2.50 is left to pay.';
  expect([creditSentence(charge), creditSentence(charge, 'their')]).toEqual([`Your ${said}`, `Their ${said}`]);
});
