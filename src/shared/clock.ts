/** What the city's clock shows. A browser is told when it changes, so that it need not load its calendars and time zones for that. */

/** The clock of a time zone for some years; everything in whole minutes, instants since 1970. */
export interface KnownClock {
  from: number;
  until: number;
  /** Ahead of UTC from `from` on. */
  ahead: number;
  /** Instants, one after the other, and how far ahead of UTC the clock is from there on. */
  changes: [number, number][];
}

const minuteMs = 60_000;
const knownClocks = new Map<string, KnownClock>();

/**
 * From now on nothing is asked of Intl for those years: its first use costs a browser 10 ms, and 50 on a phone, while people wait for
 * the page to answer.
 */
export function learnClock(timeZone: string, clock: KnownClock): void {
  knownClocks.set(timeZone, clock);
}

/** null: outside of the years that are known. */
function knownAhead({ from, until, ahead, changes }: KnownClock, minute: number): number | null {
  if (!(minute >= from && minute < until)) return null;
  return changes.findLast(([at]) => at <= minute)?.[1] ?? ahead;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format costs a hundred times what using it does. */
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

/** What the city's clock shows at an instant, as if it were UTC, in ms. */
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
