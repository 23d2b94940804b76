/** The minutes of the week at which a search wants a business to be open. */
import { addDays, wallTime } from '#shared/dates.ts';
import type { OpenAsk } from './list-query.ts';
import { dayMinutes, weekMinutes } from './opening-hours.ts';

/** A time that the words of a search ask for. */
export type SearchedTime = TimeToBeOpen | { closed: TimeToBeOpen };
type TimeToBeOpen =
  | Exclude<OpenAsk, { weekday: number }>
  | { at: 'daily' }
  /** `minute`: from 1440 on in the night after the day; with `until`, some of the minutes before that one. */
  | { weekday: number; minute?: number; until?: number }
  /** Some of these days. */
  | { days: readonly number[]; minute?: number; until?: number };

export interface OpenWindow {
  /** Minutes from Sunday's first, in order, below `weekMinutes`: from, and the first after them. */
  ranges: [number, number][];
  /** It is open at some of these minutes, at all of them, at some minutes of each range, or at none: its hours are known, and it is closed then. */
  covers: 'some' | 'all' | 'each' | 'none';
  /** '2026-11-22': the day it is about, on which it must not be closed for a holiday; null: no certain day. */
  day: string | null;
}

/** The hours after midnight belong to the evening before: a search for Saturday does not mean 1 AM on Saturday. */
const dayStarts = 5 * 60;
const eveningStarts = 19 * 60 + 30;
const nightEnds = 26 * 60;
const allDays = [0, 1, 2, 3, 4, 5, 6];
const lateStarts = 22 * 60 + 1;

/** Puts minutes that run into the next week at its beginning. */
function withinWeek(from: number, to: number): [number, number][] {
  const start = from % weekMinutes;
  const end = start + (to - from);
  return end <= weekMinutes
    ? [[start, end]]
    : [
        [0, end - weekMinutes],
        [start, weekMinutes],
      ];
}

/** @param timeZone the town's IANA zone */
export function openWindow(ask: SearchedTime, now: Date, timeZone: string): OpenWindow {
  const { year, month, day, hour, minute } = wallTime(now, timeZone);
  const midnight = new Date(Date.UTC(year, month - 1, day));
  const today = midnight.toISOString().slice(0, 10);
  const weekday = midnight.getUTCDay();
  const inDay = hour * 60 + minute;
  const stretch = (onDay: number, from: number, to: number): OpenWindow => ({
    ranges: withinWeek(onDay * dayMinutes + from, onDay * dayMinutes + to),
    covers: 'some',
    day: addDays(today, (onDay - weekday + 7) % 7),
  });
  const onDays = (days: readonly number[], from: number, to: number): OpenWindow => ({
    ranges: days.flatMap((on) => stretch(on, from, to).ranges).toSorted(([a], [b]) => a - b),
    covers: 'some',
    day: null,
  });
  if ('closed' in ask) {
    // A place that was open this morning is not closed today.
    const isToday = 'at' in ask.closed && ask.closed.at === 'today';
    const open = openWindow(isToday ? { weekday } : ask.closed, now, timeZone);
    return { ...open, covers: 'none' };
  }
  if ('date' in ask) {
    const usual = stretch(new Date(`${ask.date}T00:00:00Z`).getUTCDay(), dayStarts, dayMinutes);
    return { ...usual, day: ask.date };
  }
  if (!('at' in ask)) {
    const { minute: from = dayStarts, until = ask.minute === undefined ? dayMinutes : from + 1 } = ask;
    return 'days' in ask ? onDays(ask.days, from, until) : stretch(ask.weekday, from, until);
  }
  switch (ask.at) {
    case 'now':
      return stretch(weekday, inDay, inDay + 1);
    case 'today':
      return stretch(weekday, inDay, dayMinutes);
    case 'tonight':
      return stretch(weekday, Math.max(inDay, eveningStarts), nightEnds);
    case 'tomorrow':
      return stretch((weekday + 1) % 7, dayStarts, dayMinutes);
    case 'weekend':
      return onDays([0, 6], dayStarts, dayMinutes);
    case 'late':
      return onDays(allDays, lateStarts, nightEnds);
    case 'daily':
      return { ...onDays(allDays, dayStarts, dayMinutes), covers: 'each' };
    case '24h':
      return { ranges: [[0, weekMinutes]], covers: 'all', day: null };
  }
}
