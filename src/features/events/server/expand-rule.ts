/** Calculates the times of a series in the city's local time: 19:00 stays 19:00 when the clocks change. */
import rrule from 'rrule';
import { floatingMs } from '#shared/clock.ts';
import { dayOf, instantAtFloating, startOfDay } from '#shared/dates.ts';
import type { FormerTimes } from '#shared/former-times.ts';
import { dayMs } from '#shared/times.ts';

export interface Series {
  /** The first start and end. Later times keep the time of day and the length on the clock. */
  startsAt: Date;
  endsAt: Date | null;
  /** An RFC 5545 RRULE without DTSTART; null for a single event. */
  rule: string | null;
  /** Days in the city, as '2026-07-04', that the rule gives and the series skips. */
  skippedDays?: readonly string[];
  /** Its times before it was changed: the dates of those days stay. */
  formerTimes?: readonly FormerTimes[];
}

export interface Times {
  /** For a series: the day in the city that the rule gives. */
  day: string | null;
  startsAt: Date;
  endsAt: Date | null;
}

/** Enough for a daily series over 15 months. */
const maxTimes = 500;

const common = 'INTERVAL=[1-9]\\d?|COUNT=[1-9]\\d{0,3}|UNTIL=\\d{8}(T\\d{6}Z?)?|WKST=[A-Z]{2}|BYMONTH=[\\d,]+';
const weekday = '(SU|MO|TU|WE|TH|FR|SA)';
const ordinal = `([+-]?[1-5])?${weekday}`;

/**
 * The rules we accept. Others could make the library search without end: rules finer than a day, and
 * contradictory parts in rules of days and weeks (it looks at every day until the year 9999).
 */
const allowedRule = new RegExp(
  `^FREQ=(DAILY(;(${common}))*|WEEKLY(;(${common}|BYDAY=${weekday}(,${weekday})*))*|` +
    `(MONTHLY|YEARLY)(;(${common}|BYDAY=${ordinal}(,${ordinal})*|BYMONTHDAY=[\\d,-]+|BYSETPOS=[\\d,-]+))*)$`,
);

export class RuleError extends Error {}

function readRule(rule: string) {
  if (!allowedRule.test(rule)) throw new RuleError(`'${rule}' is not a rule of days, weeks, months or years`);
  try {
    return rrule.RRule.parseString(rule);
  } catch (error) {
    throw new RuleError(`'${rule}' is not a rule: ${(error as Error).message}`);
  }
}

/**
 * Lists the starts between `from` and `until`, soonest first, at most `max`. An event without a rule has one
 * time, whenever it is.
 * @throws RuleError
 */
export function expandRule(series: Series, timeZone: string, from: Date, until: Date, max = maxTimes): Times[] {
  const { startsAt, endsAt, rule, skippedDays = [], formerTimes = [] } = series;
  if (rule === null) return [{ day: null, startsAt, endsAt }];
  const skipped = new Set(skippedDays);
  const times: Times[] = [];
  let since: string | null = null;
  for (const { until: before, ...former } of formerTimes) {
    const part = {
      ...{ startsAt: new Date(former.startsAt), endsAt: former.endsAt === null ? null : new Date(former.endsAt) },
      ...{ rule: former.rule, since, before, skipped },
    };
    times.push(...expandPart(part, { timeZone, from, until, max: max - times.length }));
    since = before;
  }
  const now = { startsAt, endsAt, rule, since, before: null, skipped };
  times.push(...expandPart(now, { timeZone, from, until, max: max - times.length }));
  return times;
}

interface Part {
  startsAt: Date;
  endsAt: Date | null;
  rule: string;
  /** Its first day, and the day after its last one; null: no bound. */
  since: string | null;
  before: string | null;
  skipped: ReadonlySet<string>;
}

interface Stretch {
  timeZone: string;
  from: Date;
  until: Date;
  max: number;
}

function expandPart(
  { startsAt, endsAt, rule, since, before, skipped }: Part,
  { timeZone, from, until, max }: Stretch,
): Times[] {
  if (max <= 0) return [];
  const first = floatingMs(startsAt, timeZone);
  const lengthMs = endsAt === null ? null : floatingMs(endsAt, timeZone) - first;
  const earliest = since === null ? from : new Date(Math.max(from.getTime(), startOfDay(since, timeZone).getTime()));
  const times: Times[] = [];
  new rrule.RRule({ ...readRule(rule), dtstart: new Date(first) }).between(
    new Date(Math.max(first, floatingMs(earliest, timeZone))),
    new Date(floatingMs(until, timeZone)),
    true,
    (date) => {
      // `date` is the city's local time as if it were UTC.
      const day = dayOf(date, 'UTC');
      if (before !== null && day >= before) return false;
      if (skipped.has(day)) return true;
      return (
        times.push({
          day,
          startsAt: instantAtFloating(date.getTime(), timeZone),
          endsAt: lengthMs === null ? null : instantAtFloating(date.getTime() + lengthMs, timeZone),
        }) < max
      );
    },
  );
  return times;
}

/**
 * The first time of a rule at or after the local time `earliest` (as floatingMs); null when there is none
 * within four years.
 */
export function firstTime(rule: string, earliest: number): number | null {
  const fourYearsMs = 4 * 366 * dayMs;
  const [found] = new rrule.RRule({ ...readRule(rule), dtstart: new Date(earliest), count: 1 }).between(
    new Date(earliest),
    new Date(earliest + fourYearsMs),
    true,
  );
  return found?.getTime() ?? null;
}
