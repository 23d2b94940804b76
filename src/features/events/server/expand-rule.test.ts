import { expect, it } from 'vitest';
import { formatLongDate, formatTime } from '#shared/dates.ts';
import { expandRule, firstTime, RuleError } from './expand-rule.ts';

const chicago = 'America/Chicago';

function times(startsAt: string, rule: string, from: string, until: string, endsAt: string | null = null) {
  const series = { startsAt: new Date(startsAt), endsAt: endsAt ? new Date(endsAt) : null, rule };
  return expandRule(series, chicago, new Date(from), new Date(until));
}

it('keeps a weekly 7 PM at 7 PM through both clock changes of a year', () => {
  // Thursdays from January 1, 2026
  const all = times('2026-01-02T01:00:00Z', 'FREQ=WEEKLY;BYDAY=TH', '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z');
  expect(all).toHaveLength(52);
  for (const { startsAt } of all) {
    expect(formatTime(startsAt, chicago)).toBe('7:00 PM');
    expect(formatLongDate(startsAt, chicago)).toMatch(/^Thursday/);
  }
  const inUtc = new Set(all.map(({ startsAt }) => startsAt.getUTCHours()));
  expect(inUtc).toEqual(new Set([0, 1]));
});

it('keeps the length of an evening on the clock, also in the night of the change', () => {
  // Saturdays 10 PM to 3 AM. Clocks go back on November 1 and forward on March 14.
  const rule = 'FREQ=WEEKLY;BYDAY=SA';
  const all = times(
    '2026-10-25T03:00:00Z',
    rule,
    '2026-10-01T00:00:00Z',
    '2027-04-01T00:00:00Z',
    '2026-10-25T08:00:00Z',
  );
  for (const { startsAt, endsAt } of all) {
    expect([formatTime(startsAt, chicago), endsAt && formatTime(endsAt, chicago)]).toEqual(['10:00 PM', '3:00 AM']);
  }
  const hours = all.map(({ startsAt, endsAt }) => ((endsAt?.getTime() ?? 0) - startsAt.getTime()) / 3_600_000);
  expect(new Set(hours)).toEqual(new Set([5, 6, 4]));
});

it('finds the third Thursday of each month', () => {
  const all = times('2026-01-16T00:00:00Z', 'FREQ=MONTHLY;BYDAY=3TH', '2026-06-01T00:00:00Z', '2026-09-01T00:00:00Z');
  expect(all.map(({ startsAt }) => formatLongDate(startsAt, chicago))).toEqual([
    'Thursday, June 18',
    'Thursday, July 16',
    'Thursday, August 20',
  ]);
});

it('begins no earlier than the first time, and counts from it', () => {
  const all = times('2026-07-04T15:00:00Z', 'FREQ=DAILY;COUNT=3', '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z');
  expect(all.map(({ startsAt }) => startsAt.toISOString())).toEqual([
    '2026-07-04T15:00:00.000Z',
    '2026-07-05T15:00:00.000Z',
    '2026-07-06T15:00:00.000Z',
  ]);
  expect(
    times('2026-07-04T15:00:00Z', 'FREQ=DAILY;COUNT=3', '2026-07-06T00:00:00Z', '2027-01-01T00:00:00Z'),
  ).toHaveLength(1);
});

it('answers an event without a rule as it is, whenever that was', () => {
  const once = { startsAt: new Date('2001-01-01T00:00:00Z'), endsAt: null, rule: null };
  expect(expandRule(once, chicago, new Date('2026-01-01'), new Date('2027-01-01'))).toEqual([
    { day: null, startsAt: once.startsAt, endsAt: null },
  ]);
});

it('stops at 500 times', () => {
  expect(times('2020-01-01T15:00:00Z', 'FREQ=DAILY', '2020-01-01T00:00:00Z', '2030-01-01T00:00:00Z')).toHaveLength(500);
});

it('leaves out the days that are skipped, and still counts them', () => {
  const series = {
    startsAt: new Date('2026-07-03T00:00:00Z'),
    endsAt: null,
    rule: 'FREQ=WEEKLY;BYDAY=TH;COUNT=3',
    skippedDays: ['2026-07-09'],
  };
  const all = expandRule(series, chicago, new Date('2026-01-01'), new Date('2027-01-01'));
  expect(all.map(({ day }) => day)).toEqual(['2026-07-02', '2026-07-16']);
});

it.each([
  'FREQ=SECONDLY',
  'FREQ=HOURLY',
  'FREQ=WEEKLY;INTERVAL=0',
  'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=WEEKLY;BYHOUR=1,2,3',
  'FREQ=WEEKLY;BYDAY=XX',
  'DTSTART:20260101T000000Z\nRRULE:FREQ=DAILY',
  'weekly',
  '',
])('refuses %j', (rule) => {
  expect(() => times('2026-01-01T00:00:00Z', rule, '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z')).toThrow(RuleError);
});

it('finds the first time of a rule on or after a moment', () => {
  const fromMay = Date.UTC(2026, 4, 5, 20);
  expect(firstTime('FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=4', fromMay)).toBe(Date.UTC(2026, 6, 4, 20));
  expect(firstTime('FREQ=WEEKLY;BYDAY=TU', fromMay)).toBe(fromMay);
  expect(firstTime('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', fromMay)).toBeNull();
});
