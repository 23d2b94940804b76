/**
 * Converts instants to the city's local time. The server tells the browser when the clock changes, so that
 * the browser need not load its calendars and time zones.
 */
import { minuteMs } from '#shared/times.ts';

/** The clock of a time zone for some years. All values are whole minutes; instants count from 1970. */
export interface KnownClock {
  from: number;
  until: number;
  /** Minutes ahead of UTC, valid from `from` on. */
  ahead: number;
  /** Each entry: an instant, and the minutes ahead of UTC from there on. In ascending order. */
  changes: [number, number][];
}

const knownClocks = new Map<string, KnownClock>();

/**
 * Uses this clock instead of Intl for its years. The first use of Intl costs a browser 10 ms, and a phone 50
 * ms, while people wait for the page to respond.
 */
export function learnClock(timeZone: string, clock: KnownClock): void {
  knownClocks.set(timeZone, clock);
}

/** Null for an instant outside of the known years. */
function knownAhead({ from, until, ahead, changes }: KnownClock, minute: number): number | null {
  if (!(minute >= from && minute < until)) return null;
  return changes.findLast(([at]) => at <= minute)?.[1] ?? ahead;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Caches formats: making one costs a hundred times as much as using it. */
function formatIn(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(timeZone, format);
  }
  return format;
}

/** The city's local time at an instant, as milliseconds as if it were UTC. */
export function floatingMs(instant: Date | string, timeZone: string): number {
  const ms = new Date(instant).getTime();
  const clock = knownClocks.get(timeZone);
  const ahead = clock === undefined ? null : knownAhead(clock, ms / minuteMs);
  if (ahead !== null) return Math.floor(ms / 1000) * 1000 + ahead * minuteMs;
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatIn(timeZone).formatToParts(ms)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
