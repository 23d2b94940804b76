import { expect, it, test } from 'vitest';
import { faultOfLastDay, faultOfReceivedDay, faultOfReturnDay, lastDayOfYear } from './plan-days.ts';

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

test.each([
  ['2026-11-19', 'This is before the day on which the money was booked'],
  ['2026-11-20', undefined],
  ['2026-11-27', undefined],
  ['2026-11-28', 'This day is still to come'],
])('money that went back on %s: %s', (day, fault) => {
  expect(faultOfReturnDay(day, { today, receivedOn: '2026-11-20' })).toBe(fault);
});

test.each([
  ['2026-11-27', '2027-11-26'],
  ['2027-03-01', '2028-02-29'],
  ['2028-02-29', '2029-02-28'],
])('a year from %s ends with %s', (day, last) => {
  expect(lastDayOfYear(day)).toBe(last);
});
