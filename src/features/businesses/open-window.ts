/** The minutes of the week at which a search wants a business to be open. */
import { addDays, wallTime } from '#shared/dates.ts';
import type { OpenAsk } from './list-query.ts';
import { dayMinutes, weekMinutes } from './opening-hours.ts';

export interface OpenWindow {
  /** Minutes from Sunday's first, in order, below `weekMinutes`: from, and the first after them. */
  ranges: [number, number][];
  /** 'some': it is open at some of these minutes; 'all': at all of them. */
  covers: 'some' | 'all';
  /** '2026-11-22': the day it is about, on which it must not be closed for a holiday; null: no certain day. */
  day: string | null;
}

/** The hours after midnight belong to the evening before: a search for Saturday does not mean 1 AM on Saturday. */
const dayStarts = 5 * 60;
const eveningStarts = 19 * 60 + 30;
const nightEnds = 26 * 60;
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
export function openWindow(ask: OpenAsk, now: Date, timeZone: string): OpenWindow {
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
  if ('date' in ask) {
    const usual = stretch(new Date(`${ask.date}T00:00:00Z`).getUTCDay(), dayStarts, dayMinutes);
    return { ...usual, day: ask.date };
  }
  if (!('at' in ask)) {
    return ask.minute === undefined
      ? stretch(ask.weekday, dayStarts, dayMinutes)
      : stretch(ask.weekday, ask.minute, ask.minute + 1);
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
      return {
        ranges: [...stretch(0, dayStarts, dayMinutes).ranges, ...stretch(6, dayStarts, dayMinutes).ranges],
        covers: 'some',
        day: null,
      };
    case 'late': {
      const evenings = Array.from({ length: 7 }, (_, on) => stretch(on, lateStarts, nightEnds).ranges).flat();
      return { ranges: evenings.toSorted(([a], [b]) => a - b), covers: 'some', day: null };
    }
    case '24h':
      return { ranges: [[0, weekMinutes]], covers: 'all', day: null };
  }
}
