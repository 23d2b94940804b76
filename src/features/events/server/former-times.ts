/** A series that has begun keeps the dates that have passed: a change of its rule or its hours holds from an open day on. */

import { addDays, dayOf, startOfDay } from '#shared/dates.ts';
import type { FormerTimes } from '#shared/former-times.ts';
import { isSame } from '#shared/is-same.ts';
import { expandRule, RuleError } from './expand-rule.ts';
import type { ChangeRow } from './odd-dates.ts';
import type { EventRow } from './read-staff-event.ts';

type SeriesRow = Pick<EventRow, 'startsAt' | 'endsAt' | 'allDay' | 'rule' | 'status' | 'skippedDays' | 'formerTimes'>;

export interface Clockwork {
  timeZone: string;
  now: Date;
}

/** The first day on which a series can still be another one: today, or tomorrow when today's dates have begun, also those moved to it. */
export function firstOpenDay(row: SeriesRow, stored: readonly ChangeRow[], { timeZone, now }: Clockwork): string {
  const today = dayOf(now, timeZone);
  const movedHere = stored.filter(
    ({ day, startsAt }) => day !== today && startsAt && dayOf(startsAt, timeZone) === today,
  );
  const starts = [today, ...movedHere.map(({ day }) => day)].flatMap((day) => {
    const [from, until] = [startOfDay(day, timeZone), startOfDay(addDays(day, 1), timeZone)];
    const date = expand(row, from, until, timeZone).find((one) => one.day === day);
    return date ? [stored.find((change) => change.day === day)?.startsAt ?? date.startsAt] : [];
  });
  const open = starts.length > 0 && starts.every((startsAt) => startsAt <= now) ? addDays(today, 1) : today;
  const last = row.formerTimes.at(-1)?.until ?? open;
  return last > open ? last : open;
}

/** The days before `day` on which the series was, in order; at most two. */
export function passedDays(row: SeriesRow, day: string, timeZone: string): string[] {
  if (row.rule === null) return [];
  const until = startOfDay(day, timeZone);
  const times = expand(row, new Date(0), until, timeZone, 2);
  return times.flatMap((time) => (time.day !== null && time.day < day ? [time.day] : []));
}

function expand(row: SeriesRow, from: Date, until: Date, timeZone: string, max?: number) {
  try {
    return row.rule === null ? [] : expandRule(row, timeZone, from, until, max);
  } catch (error) {
    // A stored rule that cannot be read gives no days.
    if (error instanceof RuleError) return [];
    throw error;
  }
}

/** The former times of a series whose present ones end before `day`; as they are when it has not begun by then. */
function formerUntil(row: SeriesRow, day: string, timeZone: string): FormerTimes[] {
  const { startsAt, endsAt, allDay, rule, status, formerTimes } = row;
  const last = formerTimes.at(-1);
  if (rule === null || (last && last.until >= day) || passedDays(row, day, timeZone).length === 0) return formerTimes;
  const own: FormerTimes = {
    ...{ until: day, startsAt: startsAt.toISOString(), endsAt: endsAt?.toISOString() ?? null },
    ...{ allDay, rule, status },
  };
  const isLonger = last !== undefined && isSame({ ...last, until: day }, own);
  return [...(isLonger ? formerTimes.slice(0, -1) : formerTimes), own];
}

type Ruled = Pick<EventRow, 'startsAt' | 'endsAt' | 'allDay' | 'rule' | 'status'>;

/** The former times of a series that gets other times, or is canceled, from `day` on. */
export function formerTimesFor(row: SeriesRow, next: Ruled, day: string, timeZone: string): FormerTimes[] {
  const timesOf = ({ startsAt, endsAt, allDay, rule, status }: Ruled) => [startsAt, endsAt, allDay, rule, status];
  if (next.rule === null) return [];
  return isSame(timesOf(row), timesOf(next)) ? row.formerTimes : formerUntil(row, day, timeZone);
}
