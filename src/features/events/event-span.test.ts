import { expect, it, test } from 'vitest';
import { spanOf, weekOf } from './event-span.ts';

const timeZone = 'America/Chicago';

it.each([
  ['2026-11-23', '2026-11-23'],
  ['2026-11-29', '2026-11-23'],
  ['2026-11-30', '2026-11-30'],
  ['2027-01-01', '2026-12-28'],
])('the week of %s begins on Monday, %s', (day, monday) => {
  expect(weekOf(day)).toBe(monday);
});

test('a weekend goes from Friday evening to Sunday, on the clock of the city, when clocks change too', () => {
  // Sunday, November 1, 2026 has 25 hours.
  for (const now of ['2026-10-27T12:00:00Z', '2026-11-02T05:00:00Z']) {
    expect(spanOf({ when: 'weekend' }, new Date(now), timeZone)).toEqual({
      eve: new Date('2026-10-30T22:00:00Z'),
      from: new Date('2026-10-31T05:00:00Z'),
      until: new Date('2026-11-02T06:00:00Z'),
      isOverShown: false,
    });
  }
});

test('today ends at midnight in the city, a week after seven days, and neither holds what is over', () => {
  // In the city it is still November 1, a day of 25 hours.
  const now = new Date('2026-11-02T05:30:00Z');
  const from = new Date('2026-11-01T05:00:00Z');
  expect(spanOf({ when: 'today' }, now, timeZone)).toEqual({
    from,
    until: new Date('2026-11-02T06:00:00Z'),
    isOverShown: false,
  });
  expect(spanOf({ when: 'week' }, now, timeZone)).toEqual({
    from,
    until: new Date('2026-11-08T06:00:00Z'),
    isOverShown: false,
  });
});

test('a day is more exact than a month, a month than a weekend', () => {
  const now = new Date('2026-07-01T12:00:00Z');
  const day = spanOf({ day: '2026-07-04', month: '2026-08', when: 'weekend' }, now, timeZone);
  expect([day.from, day.until]).toEqual([new Date('2026-07-04T05:00:00Z'), new Date('2026-07-05T05:00:00Z')]);
  expect(spanOf({ month: '2026-08', when: 'weekend' }, now, timeZone).from).toEqual(new Date('2026-08-01T05:00:00Z'));
});
