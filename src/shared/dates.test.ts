import { expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  dateBadge,
  dayOf,
  formatDate,
  formatLongDate,
  formatMonth,
  formatShortDate,
  formatTime,
  formatTimeRange,
  instantAt,
  isoWithOffset,
  monthGrid,
  startOfMonth,
  wallTime,
} from './dates.ts';

const chicago = 'America/Chicago';
const at = (year: number, month: number, day: number, hour = 0, minute = 0) => ({ year, month, day, hour, minute });

it('finds the instant of a time on the city clock, in winter and in summer', () => {
  expect(instantAt(at(2026, 1, 15, 19), chicago).toISOString()).toBe('2026-01-16T01:00:00.000Z');
  expect(instantAt(at(2026, 7, 15, 19), chicago).toISOString()).toBe('2026-07-16T00:00:00.000Z');
  expect(instantAt(at(2026, 7, 15, 19, 30), 'Asia/Kathmandu').toISOString()).toBe('2026-07-15T13:45:00.000Z');
});

it('takes the first of two equal times when clocks go back', () => {
  expect(instantAt(at(2026, 11, 1, 1, 30), chicago).toISOString()).toBe('2026-11-01T06:30:00.000Z');
  expect(instantAt(at(2026, 11, 1, 2, 0), chicago).toISOString()).toBe('2026-11-01T08:00:00.000Z');
});

it('moves a skipped time behind the gap when clocks go forward', () => {
  expect(instantAt(at(2026, 3, 8, 2, 30), chicago).toISOString()).toBe('2026-03-08T08:30:00.000Z');
  expect(formatTime('2026-03-08T08:30:00.000Z', chicago)).toBe('3:30 AM');
  expect(instantAt(at(2026, 3, 8, 3, 0), chicago).toISOString()).toBe('2026-03-08T08:00:00.000Z');
});

it.each([
  'America/Chicago',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Pacific/Apia',
  'America/Phoenix',
  'UTC',
])('shows at each hour of a year in %s what it was asked for, except for skipped hours', (zone) => {
  let skipped = 0;
  for (let hour = 0; hour < 365 * 24; hour++) {
    const time = at(2026, 1, 1, hour, 15);
    const asked = new Date(Date.UTC(2026, 0, 1, hour, 15));
    const shown = wallTime(instantAt(time, zone), zone);
    if (Date.UTC(shown.year, shown.month - 1, shown.day, shown.hour, shown.minute) !== asked.getTime()) skipped++;
  }
  expect(skipped).toBeLessThanOrEqual(1);
});

it('writes dates and times as people here do', () => {
  const fourth = '2026-07-05T00:00:00.000Z';
  expect(formatLongDate(fourth, chicago)).toBe('Saturday, July 4');
  expect(formatLongDate(fourth, chicago, '2026')).toBe('Saturday, July 4');
  expect(formatLongDate(fourth, chicago, '2025')).toBe('Saturday, July 4, 2026');
  expect(formatDate(fourth, chicago)).toBe('July 4, 2026');
  expect(formatShortDate(fourth, chicago)).toBe('Jul 4');
  expect(formatTime(fourth, chicago)).toBe('7:00 PM');
  expect(formatTimeRange(fourth, '2026-07-05T02:30:00.000Z', chicago)).toBe('7:00 PM - 9:30 PM');
  expect(formatTimeRange(fourth, null, chicago)).toBe('7:00 PM');
  expect(formatTime('2026-07-04T05:00:00Z', chicago)).toBe('12:00 AM');
  expect(dateBadge(fourth, chicago)).toEqual({ weekday: 'Sat', month: 'Jul', day: '4' });
  expect(formatMonth('2026-07')).toBe('July 2026');
  expect(dayOf(fourth, chicago)).toBe('2026-07-04');
  expect(isoWithOffset(fourth, chicago)).toBe('2026-07-04T19:00:00-05:00');
  expect(isoWithOffset('2026-01-05T00:00:00.500Z', chicago)).toBe('2026-01-04T18:00:00-06:00');
  expect(isoWithOffset(fourth, 'Asia/Kathmandu')).toBe('2026-07-05T05:45:00+05:45');
  expect(isoWithOffset(fourth, 'America/St_Johns')).toBe('2026-07-04T21:30:00-02:30');
});

it('counts days and months over the edges of months, years and clock changes', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-03-08', 1)).toBe('2026-03-09');
  expect(addMonths('2026-12', 1)).toBe('2027-01');
  expect(addMonths('2026-01', -1)).toBe('2025-12');
  expect(startOfMonth('2026-11', chicago).toISOString()).toBe('2026-11-01T05:00:00.000Z');
  expect(startOfMonth('2026-12', chicago).toISOString()).toBe('2026-12-01T06:00:00.000Z');
});

it('lays a month out in whole weeks from Sunday', () => {
  const july = monthGrid('2026-07');
  expect(july).toHaveLength(5);
  expect(july[0]?.map((day) => day.date)).toEqual([
    ...['2026-06-28', '2026-06-29', '2026-06-30', '2026-07-01', '2026-07-02', '2026-07-03', '2026-07-04'],
  ]);
  expect(july[0]?.map((day) => day.inMonth)).toEqual([false, false, false, true, true, true, true]);
  expect(july.at(-1)?.at(-1)).toEqual({ date: '2026-08-01', day: 1, inMonth: false });
  expect(monthGrid('2026-02')).toHaveLength(4);
  expect(monthGrid('2026-08')).toHaveLength(6);
  expect(
    monthGrid('2026-12')
      .flat()
      .filter((day) => day.inMonth),
  ).toHaveLength(31);
});
