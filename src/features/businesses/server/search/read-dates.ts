/** Reads the days that somebody means, beyond today and the next weekday: 'next week', 'in december', 'dec 24', 'on thanksgiving'. */
import rrule from 'rrule';
import * as words from '#server/db/vocabulary/date-words.ts';
import { addDays, dayOf, formatLongDate } from '#shared/dates.ts';
import { flatten } from './flatten.ts';
import type { FoundPart, FoundTime } from './read-times.ts';

/** Days of the town: '2026-12-01'. */
export interface FoundSpan extends FoundPart {
  first: string;
  last: string;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');
const dayIn = (year: number, month: number, day: number) => `${year}-${twoDigits(month)}-${twoDigits(day)}`;
const yearOf = (day: string) => Number(day.slice(0, 4));
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
/** False for February 30 and December 45. */
const isDate = (day: string) => {
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
};
const endOfMonth = (year: number, month: number) => dayOf(new Date(Date.UTC(year, month, 0)), 'UTC');

/** February 29 comes after eight years at the latest. */
const maxYears = 8;

/** The next such day, today included; null: there is none, as on February 31. */
function nextOf(today: string, of: (year: number) => string): string | null {
  const all = Array.from({ length: maxYears + 1 }, (_, later) => of(yearOf(today) + later)).filter(isDate);
  return all.find((day) => day >= today) ?? null;
}

/** '12/25', '12/25/2026', or, in Spanish, '25/12'. */
const numbers = /\b(?:on |el )?(?!24\/7\b|7\/11\b)(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?\b(?!\/)/;
const dayPattern = new RegExp(
  `\\b(?:on |el )?(?:(${words.month})\\.? (\\d{1,2})(?:st|nd|rd|th)?|(\\d{1,2})(?:st|nd|rd|th)? (?:of |de )?(${words.month}))\\b`,
);

/** The next day of a yearly rule, today included. */
export function nextBy(rule: string, today: string): string {
  const start = new Date(`${today}T00:00:00Z`);
  const day = new rrule.RRule({ ...rrule.RRule.parseString(`FREQ=YEARLY;${rule}`), dtstart: start, count: 1 }).all()[0];
  return dayOf(day ?? start, 'UTC');
}

const holidays = words.holidays.map(({ pattern, ...holiday }) => ({
  ...holiday,
  pattern: new RegExp(`\\b(?:on |for |in |el |en )?(?:${pattern})(?: day)?\\b`),
}));

/** A day with its month, or a holiday. */
function readDay(flat: string, today: string): (FoundPart & { day: string; name: string | null }) | null {
  for (const { pattern, name, rule } of holidays) {
    const match = pattern.exec(flat);
    if (match) return { from: match.index, to: match.index + match[0].length, day: nextBy(rule, today), name };
  }
  const numbered = numbers.exec(flat);
  if (numbered) {
    const [one, two] = [Number(numbered[1]), Number(numbered[2])];
    const said = numbered[3];
    const day = nextOf(today, (year) => {
      const inYear = said === undefined ? year : Number(said);
      return one > 12 ? dayIn(inYear, two, one) : dayIn(inYear, one, two);
    });
    if (day) return { from: numbered.index, to: numbered.index + numbered[0].length, day, name: null };
  }
  const match = dayPattern.exec(flat);
  const month = words.monthOf(match?.[1] ?? match?.[4] ?? '');
  const day = match && nextOf(today, (year) => dayIn(year, month, Number(match[2] ?? match[3])));
  return match && day ? { from: match.index, to: match.index + match[0].length, day, name: null } : null;
}

/** A place that is to be open on such a day. What it says of its usual week is all that is known, unless it is closed that day. */
export function readOpenDay(text: string, today: string): FoundTime | null {
  const flat = flatten(text);
  const found = readDay(flat, today);
  if (found === null) return null;
  const before = words.opensBefore.exec(flat.slice(0, found.from));
  const after = words.opensAfter.exec(flat.slice(found.to));
  if (before === null && after === null) return null;
  const long = formatLongDate(`${found.day}T12:00:00Z`, 'UTC', today.slice(0, 4));
  const isClosed = words.saysClosed.test((before ?? after)?.[0] ?? '');
  return {
    from: before ? before.index : found.from,
    to: found.to + (before ? 0 : (after?.[0].length ?? 0)),
    ask: isClosed ? { closed: { date: found.day } } : { date: found.day },
    label: `${isClosed ? 'Usually closed' : 'Usual hours'} on ${found.name === null ? long : `${found.name}, ${long}`}`,
  };
}

/** 'december 6' and 'next weekend', and nothing else, ask what is on then. */
export function readDaysAlone(text: string, today: string): string | null {
  const asked = `events ${text}`;
  const span = readSpan(asked, today);
  return span && `${asked.slice(0, span.from)}${asked.slice(span.to)}`.trim() === 'events' ? asked : null;
}

/** Days on which somebody asks what is on. A search for a business only leaves their words out. */
export function readSpan(text: string, today: string): FoundSpan | null {
  const flat = flatten(text);
  const isOfEvents = words.eventWords.test(flat);
  const sunday = addDays(today, (7 - weekdayOf(today)) % 7);
  const weekend = words.nextWeekend.exec(flat);
  if (weekend) {
    const from = weekend.index;
    return { from, to: from + weekend[0].length, first: addDays(sunday, 6), last: addDays(sunday, 7) };
  }
  const week = words.week.exec(flat);
  if (week) {
    const isNext = week[1] !== undefined;
    return {
      ...{ from: week.index, to: week.index + week[0].length },
      first: isNext ? addDays(sunday, 1) : today,
      last: isNext ? addDays(sunday, 7) : addDays(today, 6),
    };
  }
  const day = isOfEvents ? readDay(flat, today) : null;
  // 'Christmas events' are all that have to do with it, and on many days.
  if (day && (day.name === null || words.isOneDay.test(day.name) || words.onThatDay.test(flat.slice(day.from))))
    return { from: day.from, to: day.to, first: day.day, last: day.day };
  const match = (isOfEvents ? words.namedMonth : words.monthSaid).exec(flat);
  if (!match) return null;
  const thisMonth = Number(today.slice(5, 7));
  const month =
    match[1] === undefined ? thisMonth + (words.isNextMonth.test(match[0]) ? 1 : 0) : words.monthOf(match[1]);
  const year = yearOf(today) + (month > 12 || month < thisMonth ? 1 : 0);
  const inYear = month > 12 ? month - 12 : month;
  const first = dayIn(year, inYear, 1);
  return {
    ...{ from: match.index, to: match.index + match[0].length },
    first: first < today ? today : first,
    last: endOfMonth(year, inYear),
  };
}

/** Each of its days. */
export function daysIn({ first, last }: Pick<FoundSpan, 'first' | 'last'>): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}
