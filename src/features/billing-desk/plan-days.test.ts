import { expect, it, test } from 'vitest';
import { faultOfLastDay, faultOfReceivedDay } from './plan-days.ts';

const today = '2026-11-27';

test.each([
  ['2026-11-26', 'This day is over'],
  ['2026-11-27', undefined],
  ['2029-11-29', undefined],
  ['2029-11-30', 'A plan can run for three years at most'],
])('a plan until %s: %s', (lastDay, fault) => {
  expect(faultOfLastDay(lastDay, today)).toBe(fault);
});

it('takes money that came today or earlier', () => {
  expect(['2026-11-26', '2026-11-27', '2026-11-28'].map((day) => faultOfReceivedDay(day, today))).toEqual([
    undefined,
    undefined,
    'This day is still to come',
  ]);
});
