/**
 * Dates and times of the city: arithmetic in its local time, and the forms that pages show. Every function
 * takes the IANA time zone, so that server and browser write the same text whatever zone they run in.
 */
import { dayMs, minuteMs } from '#shared/times.ts';
import { floatingMs } from './clock.ts';
import { clockText } from './clock-text.ts';

/** A moment on a wall clock; `month` is 1 to 12. */
interface WallTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/**
 * The parts of an instant in words. The words are our own, so that server and browser agree and no browser
 * loads its calendars.
 */
function written(instant: Date | string, timeZone: string) {
  const clock = new Date(floatingMs(instant, timeZone));
  return {
    year: clock.getUTCFullYear(),
    month: months[clock.getUTCMonth()] ?? '',
    day: String(clock.getUTCDate()),
    weekday: weekdays[clock.getUTCDay()] ?? '',
    time: clockText(clock.getUTCHours(), clock.getUTCMinutes()),
  };
}

export function wallTime(instant: Date | string, timeZone: string): WallTime {
  const date = new Date(floatingMs(instant, timeZone));
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
  };
}

/** The offset of the city's clock from UTC in ms; positive when it is ahead. */
function offsetMs(utcMs: number, timeZone: string): number {
  return floatingMs(new Date(utcMs), timeZone) - Math.floor(utcMs / 1000) * 1000;
}

/**
 * The reverse of `floatingMs`: the instant at which the city's clock shows that time. When the clock shows a
 * time twice, the first one counts. A time that the clock skips is read with the offset from before the
 * change (RFC 5545, section 3.3.5).
 */
export function instantAtFloating(floating: number, timeZone: string): Date {
  const before = floating - offsetMs(floating - dayMs, timeZone);
  if (before + offsetMs(before, timeZone) === floating) return new Date(before);
  const after = floating - offsetMs(floating + dayMs, timeZone);
  return new Date(after + offsetMs(after, timeZone) === floating ? after : before);
}

/** The instant at which the city's clock shows `time`. Days and hours beyond their range carry over. */
export function instantAt(time: WallTime, timeZone: string): Date {
  return instantAtFloating(Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute), timeZone);
}

/** The city's day of an instant: '2026-07-04'. */
export function dayOf(instant: Date | string, timeZone: string): string {
  return new Date(floatingMs(instant, timeZone)).toISOString().slice(0, 10);
}

/** The city's month of an instant: '2026-07'. */
export function monthOf(instant: Date | string, timeZone: string): string {
  return dayOf(instant, timeZone).slice(0, 7);
}

/** Adds days: '2026-07-04' and 30 give '2026-08-03'. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);
}

/** Adds months: '2026-12' and 1 give '2027-01'. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/** The city's midnight at the start of '2026-07-04'. */
export function startOfDay(day: string, timeZone: string): Date {
  return instantAtFloating(Date.parse(`${day}T00:00:00Z`), timeZone);
}

/** The city's midnight at the start of the first day of '2026-07'. */
export function startOfMonth(month: string, timeZone: string): Date {
  return startOfDay(`${month}-01`, timeZone);
}

/** '2026-07-04T19:00:00-05:00' */
export function isoWithOffset(instant: Date | string, timeZone: string): string {
  const floating = floatingMs(instant, timeZone);
  const minutes = Math.round((floating - Math.floor(new Date(instant).getTime() / 1000) * 1000) / minuteMs);
  const digits = (value: number) => String(Math.trunc(value)).padStart(2, '0');
  const offset = `${minutes < 0 ? '-' : '+'}${digits(Math.abs(minutes) / 60)}:${digits(Math.abs(minutes) % 60)}`;
  return new Date(floating).toISOString().slice(0, 19) + offset;
}

/** 'Saturday, July 4'; with a year when it is not `thisYear` ('2026'): 'Sunday, July 4, 2027' */
export function formatLongDate(instant: Date | string, timeZone: string, thisYear?: string): string {
  const { weekday, month, day, year } = written(instant, timeZone);
  const isThisYear = thisYear === undefined || thisYear === String(year);
  return `${weekday}, ${month} ${day}${isThisYear ? '' : `, ${year}`}`;
}

/** 'July 4, 2026' */
export function formatDate(instant: Date | string, timeZone: string): string {
  const { month, day, year } = written(instant, timeZone);
  return `${month} ${day}, ${year}`;
}

/** 'Jul 4' */
export function formatShortDate(instant: Date | string, timeZone: string): string {
  const { month, day } = dateBadge(instant, timeZone);
  return `${month} ${day}`;
}

/** '7:00 PM' */
export function formatTime(instant: Date | string, timeZone: string): string {
  return written(instant, timeZone).time;
}

/** '7:00 PM'; with an end: '7:00 PM - 9:00 PM' */
export function formatTimeRange(start: Date | string, end: Date | string | null, timeZone: string): string {
  return end === null ? formatTime(start, timeZone) : `${formatTime(start, timeZone)} - ${formatTime(end, timeZone)}`;
}

/** '2026-07' gives 'July 2026'. */
export function formatMonth(month: string): string {
  const date = new Date(`${month}-15T12:00:00Z`);
  return `${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** The parts of an event's badge: {weekday: 'Sat', month: 'Jul', day: '4'} */
export function dateBadge(instant: Date | string, timeZone: string): { weekday: string; month: string; day: string } {
  const { weekday, month, day } = written(instant, timeZone);
  return { weekday: weekday.slice(0, 3), month: month.slice(0, 3), day };
}

interface CalendarDay {
  /** '2026-07-04' */
  date: string;
  /** The day of the month, 1 to 31. */
  day: number;
  /** False for the days of the neighboring months that fill the first and the last week. */
  inMonth: boolean;
}

/** The 4 to 6 weeks, Sunday to Saturday, that show the whole of '2026-07'. */
export function monthGrid(month: string): CalendarDay[][] {
  const first = `${month}-01`;
  const weekday = new Date(`${first}T00:00:00Z`).getUTCDay();
  const weeks: CalendarDay[][] = [];
  for (let sunday = addDays(first, -weekday); sunday.slice(0, 7) <= month; sunday = addDays(sunday, 7)) {
    weeks.push(
      Array.from({ length: 7 }, (_, n) => {
        const date = addDays(sunday, n);
        return { date, day: Number(date.slice(8)), inMonth: date.startsWith(month) };
      }),
    );
  }
  return weeks;
}
