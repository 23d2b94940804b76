/** The times a series takes place, worked out on the city's wall clock: 19:00 stays 19:00 across clock changes. */
import rrule from 'rrule';
import { floatingMs } from '#shared/clock.ts';
import { dayOf, instantAtFloating } from '#shared/dates.ts';

export interface Series {
  /** The first start and end; later ones keep its time of day and its length on the clock. */
  startsAt: Date;
  endsAt: Date | null;
  /** RFC 5545 RRULE without DTSTART; null: takes place once. */
  rule: string | null;
  /** Days in the city, as '2026-07-04', that the rule gives and that are left out. */
  skippedDays?: readonly string[];
}

export interface Times {
  /** Of a series: the day in the city that the rule gives. */
  day: string | null;
  startsAt: Date;
  endsAt: Date | null;
}

/** A daily series over 15 months, and no more. */
const maxTimes = 500;

const common = 'INTERVAL=[1-9]\\d?|COUNT=[1-9]\\d{0,3}|UNTIL=\\d{8}(T\\d{6}Z?)?|WKST=[A-Z]{2}|BYMONTH=[\\d,]+';
const weekday = '(SU|MO|TU|WE|TH|FR|SA)';
const ordinal = `([+-]?[1-5])?${weekday}`;

/**
 * Leaves out what the library would search for without an end: rules finer than a day, and parts that can contradict
 * each other in rules of days and weeks (it looks at every day until the year 9999).
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
 * Starts from `from` to `until`, soonest first, at most `most`. An event without a rule takes place once, whenever that is.
 * @throws RuleError
 */
export function expandRule(
  { startsAt, endsAt, rule, skippedDays = [] }: Series,
  timeZone: string,
  from: Date,
  until: Date,
  most = maxTimes,
): Times[] {
  if (rule === null) return [{ day: null, startsAt, endsAt }];
  const first = floatingMs(startsAt, timeZone);
  const lengthMs = endsAt === null ? null : floatingMs(endsAt, timeZone) - first;
  const skipped = new Set(skippedDays);
  const times: Times[] = [];
  new rrule.RRule({ ...readRule(rule), dtstart: new Date(first) }).between(
    new Date(Math.max(first, floatingMs(from, timeZone))),
    new Date(floatingMs(until, timeZone)),
    true,
    (date) => {
      // The date is on the city's clock, as if that were UTC.
      const day = dayOf(date, 'UTC');
      if (skipped.has(day)) return true;
      return (
        times.push({
          day,
          startsAt: instantAtFloating(date.getTime(), timeZone),
          endsAt: lengthMs === null ? null : instantAtFloating(date.getTime() + lengthMs, timeZone),
        }) < most
      );
    },
  );
  return times;
}

/** The first time of a rule on or after the clock time in `earliest` (as floatingMs); null when it has none in four years. */
export function firstTime(rule: string, earliest: number): number | null {
  const fourYearsMs = 4 * 366 * 86_400_000;
  const [found] = new rrule.RRule({ ...readRule(rule), dtstart: new Date(earliest), count: 1 }).between(
    new Date(earliest),
    new Date(earliest + fourYearsMs),
    true,
  );
  return found?.getTime() ?? null;
}
