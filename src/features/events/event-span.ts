/** The stretches of time that a list of events may show: a month, a day, today, this weekend, a week, or everything to come. */
import { addDays, addMonths, dayOf, instantAtFloating, startOfDay, startOfMonth } from '#shared/dates.ts';
import { hourMs } from '#shared/times.ts';
import type { EventTimes } from './contract.ts';

export interface Wanted {
  /** '2026-07' */
  month?: string | undefined;
  /** '2026-07-04' */
  day?: string | undefined;
  when?: EventTimes | undefined;
}

export interface Span {
  /** Null: from now on. */
  from: Date | null;
  /** Events that begin from here on count, too: the evening before a weekend. */
  eve?: Date;
  /** Null: without end. */
  until: Date | null;
  /** A month and a day show what is over, too. */
  isOverShown: boolean;
}

const fridayEveningMs = 17 * hourMs;

/** The most exact of the wanted stretches counts. */
export function spanOf({ month, day, when }: Wanted, now: Date, timeZone: string): Span {
  if (day !== undefined) {
    return { from: startOfDay(day, timeZone), until: startOfDay(addDays(day, 1), timeZone), isOverShown: true };
  }
  if (month !== undefined) {
    return {
      from: startOfMonth(month, timeZone),
      until: startOfMonth(addMonths(month, 1), timeZone),
      isOverShown: true,
    };
  }
  if (when === 'weekend') {
    const monday = weekOf(dayOf(now, timeZone));
    return {
      from: startOfDay(addDays(monday, 5), timeZone),
      eve: instantAtFloating(Date.parse(`${addDays(monday, 4)}T00:00:00Z`) + fridayEveningMs, timeZone),
      until: startOfDay(addDays(monday, 7), timeZone),
      isOverShown: false,
    };
  }
  if (when !== undefined) {
    const today = dayOf(now, timeZone);
    const until = startOfDay(addDays(today, when === 'today' ? 1 : 7), timeZone);
    return { from: startOfDay(today, timeZone), until, isOverShown: false };
  }
  return { from: null, until: null, isOverShown: false };
}

/** The Monday of a day's week: '2026-07-04' gives '2026-06-29'. */
export function weekOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}
