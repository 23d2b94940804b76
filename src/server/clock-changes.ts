/** Finds the clock changes of a time zone by comparing its offset day by day. */
import { floatingMs, type KnownClock } from '#shared/clock.ts';
import { dayMs, minuteMs } from '#shared/times.ts';

export interface ClockChange {
  atMs: number;
  /** Ahead of UTC, in ms */
  before: number;
  after: number;
}

/** The clock's offset from UTC in ms; positive when it is ahead. */
export function offsetAt(utcMs: number, timeZone: string): number {
  return floatingMs(new Date(utcMs), timeZone) - utcMs;
}

export function changesBetween(fromMs: number, untilMs: number, timeZone: string): ClockChange[] {
  const changes: ClockChange[] = [];
  let before = offsetAt(fromMs, timeZone);
  for (let day = fromMs; day < untilMs; day += dayMs) {
    const after = offsetAt(day + dayMs, timeZone);
    if (after === before) continue;
    let [low, high] = [day, day + dayMs];
    while (high - low > minuteMs) {
      const middle = Math.floor((low + high) / 2 / minuteMs) * minuteMs;
      if (offsetAt(middle, timeZone) === before) low = middle;
      else high = middle;
    }
    changes.push({ atMs: high, before, after });
    before = after;
  }
  return changes;
}

/** Pages show content up to this old and announce events up to this far ahead. */
const yearsBack = 5;
const yearsAhead = 3;

const found = new Map<string, KnownClock>();

/** The city's clock for the years that pages show. */
export function clockAround(now: Date, timeZone: string): KnownClock {
  const year = now.getUTCFullYear();
  const key = `${timeZone} ${year}`;
  let clock = found.get(key);
  if (clock === undefined) {
    const [from, until] = [Date.UTC(year - yearsBack, 0, 1), Date.UTC(year + yearsAhead + 1, 0, 1)];
    clock = {
      from: from / minuteMs,
      until: until / minuteMs,
      ahead: offsetAt(from, timeZone) / minuteMs,
      changes: changesBetween(from, until, timeZone).map(({ atMs, after }) => [atMs / minuteMs, after / minuteMs]),
    };
    found.set(key, clock);
  }
  return clock;
}
