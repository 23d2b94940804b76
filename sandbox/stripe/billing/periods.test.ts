import { expect, it } from 'vitest';
import { type Interval, periodEnd } from './periods.ts';

const seconds = (text: string) => Date.parse(text) / 1000;
const ends = (anchor: string, interval: Interval, count: number) => {
  const found: string[] = [];
  let at = seconds(anchor);
  for (let index = 0; index < count; index++) {
    at = periodEnd(seconds(anchor), at, interval);
    found.push(new Date(at * 1000).toISOString().slice(0, 16));
  }
  return found;
};

it('keeps to the day of the month as far as the month has it', () => {
  expect(ends('2027-01-31T10:30Z', { interval: 'month', interval_count: 1 }, 4)).toEqual([
    '2027-02-28T10:30',
    '2027-03-31T10:30',
    '2027-04-30T10:30',
    '2027-05-31T10:30',
  ]);
});

it('knows leap years, weeks and more than one at a time', () => {
  expect(ends('2028-02-29T00:00Z', { interval: 'year', interval_count: 1 }, 4).at(0)).toBe('2029-02-28T00:00');
  expect(ends('2028-02-29T00:00Z', { interval: 'year', interval_count: 1 }, 4).at(3)).toBe('2032-02-29T00:00');
  expect(ends('2026-11-21T00:00Z', { interval: 'month', interval_count: 3 }, 1)).toEqual(['2027-02-21T00:00']);
  expect(ends('2026-11-21T00:00Z', { interval: 'week', interval_count: 2 }, 1)).toEqual(['2026-12-05T00:00']);
});
