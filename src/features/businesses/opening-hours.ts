/**
 * Tells when a business is open, in the city's local time. Clock changes need no handling: opening hours are local times,
 * and they are compared with local times only.
 */
import { weekdays } from '#shared/city.ts';
import { clockText } from '#shared/clock-text.ts';
import { addDays, formatShortDate, wallTime } from '#shared/dates.ts';
import type { OpeningHours } from '#shared/opening-hours.ts';
import type { Closures } from './closures.ts';

export const dayMinutes = 1440;
export const weekMinutes = 7 * dayMinutes;

const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
/** Opening hours are read from Monday on. */
const dayOrder = [1, 2, 3, 4, 5, 6, 0] as const;

/** Minutes from Sunday's first; `closes` is larger than `opens` and may lie in the next week. */
interface Period {
  opens: number;
  closes: number;
}

function minutesOf(clock: string): number {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return hour * 60 + minute;
}

type Joins = (before: Period, next: Period) => boolean;

const touches: Joins = (before, next) => before.closes >= next.opens;

/** Hours of one day, and those that go on at midnight. An evening that runs into the next morning leaves that day its own hours. */
const isOneOpening: Joins = (before, next) =>
  touches(before, next) &&
  (next.opens % dayMinutes === 0 || Math.floor(before.opens / dayMinutes) === Math.floor(next.opens / dayMinutes));

/** In order; hours after midnight are joined to the evening before. */
function periodsOf(hours: OpeningHours, joins: Joins = touches): Period[] {
  const periods: Period[] = [];
  for (const [day, name] of weekdays.entries()) {
    for (const [from, to] of hours[name] ?? []) {
      const opens = day * dayMinutes + minutesOf(from);
      const closes = day * dayMinutes + minutesOf(to);
      periods.push({ opens, closes: closes > opens ? closes : closes + dayMinutes });
    }
  }
  periods.sort((a, b) => a.opens - b.opens);
  const joined: Period[] = [];
  for (const period of periods) {
    const before = joined.at(-1);
    if (before && joins(before, period)) before.closes = Math.max(before.closes, period.closes);
    else joined.push({ ...period });
  }
  const first = joined[0];
  const last = joined.at(-1);
  const inNextWeek = first && { opens: first.opens + weekMinutes, closes: first.closes + weekMinutes };
  if (first && inNextWeek && last && first !== last && joins(last, inNextWeek)) {
    last.closes = Math.max(last.closes, inNextWeek.closes);
    joined.shift();
  }
  return joined;
}

/** 990 gives '4:30 PM'. */
function opensText(minutes: number): string {
  const inDay = minutes % dayMinutes;
  return clockText(Math.floor(inDay / 60), inDay % 60);
}

/** Like opensText, but 'midnight' for 12:00 AM, which does not say which end of the day is meant. */
function closesText(minutes: number): string {
  return minutes % dayMinutes === 0 ? 'midnight' : opensText(minutes);
}

interface OpeningDay {
  /** 0: Sunday. */
  weekday: number;
  name: string;
  /** '9:00 AM – 5:00 PM' for each time it is open, 'Open 24 hours', or 'Closed'. */
  times: string[];
}

/** The week from Monday to Sunday; an evening that ends after midnight stays with its day. */
export function openingDays(hours: OpeningHours): OpeningDay[] {
  const periods = periodsOf(hours, isOneOpening);
  return dayOrder.map((weekday) => {
    const start = weekday * dayMinutes;
    const end = start + dayMinutes;
    const times = periods.flatMap(({ opens, closes }) => {
      // A range of more than a day is listed day by day.
      const covers = [0, weekMinutes].some((week) => opens <= start + week && closes >= end + week);
      if (covers) return ['Open 24 hours'];
      if (opens >= start && opens < end) {
        const until = closes >= end + dayMinutes ? end : closes;
        return [`${opensText(opens)} – ${closesText(until)}`];
      }
      const rest = [0, weekMinutes].some(
        (week) => closes > start + week && closes < end + week && opens <= start + week - dayMinutes,
      );
      return rest ? [`${opensText(0)} – ${closesText(closes)}`] : [];
    });
    return { weekday, name: dayNames[weekday], times: times.length > 0 ? times : ['Closed'] };
  });
}

export interface OpenState {
  isOpen: boolean;
  /** 'Open now · until 5:00 PM', 'Closed · opens Monday 9:00 AM' */
  text: string;
  /** The city's weekday, 0: Sunday. */
  weekday: number;
}

type Closure = Closures[number];

const closureOn = (closures: Closures, day: string): Closure | undefined =>
  closures.find(({ from, to }) => from <= day && day <= to);

const formatDay = (day: string) => formatShortDate(`${day}T12:00:00Z`, 'UTC');

/** 'Dec 24 – Dec 26', 'Jul 4' */
export function closureDays({ from, to }: Closure): string {
  return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;
}

/** The next opening is searched for this many days ahead. */
const daysAhead = 60;

/** The facts behind the texts below: a closing for today, the closing time of what is open, or the next opening. */
type Standing = { weekday: number } & (
  | { kind: 'closure'; closure: Closure; today: string; next: Opening | null }
  /** `closes` and `at` count from the same Sunday; `closes` is null where it never closes. */
  | { kind: 'open'; closes: number | null; at: number }
  | { kind: 'closed'; next: Opening | null }
);

interface Opening {
  /** Days from today. */
  ahead: number;
  date: string;
  weekday: number;
  /** Minutes from Sunday's first. */
  opens: number;
}

function standing(hours: OpeningHours, now: Date, timeZone: string, closures: Closures): Standing {
  const { year, month, day, hour, minute } = wallTime(now, timeZone);
  const midnight = new Date(Date.UTC(year, month - 1, day));
  const weekday = midnight.getUTCDay();
  const today = midnight.toISOString().slice(0, 10);
  const at = weekday * dayMinutes + hour * 60 + minute;
  const periods = periodsOf(hours);
  const nextOpening = (): Opening | null => {
    for (let ahead = 0; ahead <= daysAhead; ahead++) {
      const date = addDays(today, ahead);
      if (closureOn(closures, date)) continue;
      const onDay = (weekday + ahead) % 7;
      const start = onDay * dayMinutes;
      const next = periods.find(
        ({ opens }) => opens >= start && opens < start + dayMinutes && (ahead > 0 || opens > at),
      );
      if (next) return { ahead, date, weekday: onDay, opens: next.opens };
    }
    return null;
  };
  const closure = closureOn(closures, today);
  if (closure) return { kind: 'closure', weekday, closure, today, next: nextOpening() };
  const current = periods
    .flatMap(({ opens, closes }) => [0, weekMinutes].map((week) => ({ opens: opens - week, closes: closes - week })))
    .find(({ opens, closes }) => opens <= at && at < closes);
  if (current === undefined) return { kind: 'closed', weekday, next: nextOpening() };
  const isAlways = current.closes - current.opens >= weekMinutes;
  return { kind: 'open', weekday, closes: isAlways ? null : current.closes, at };
}

/**
 * @param now the instant; @param timeZone the city's IANA zone
 * @param closures days on which it stays closed; an evening before them lasts until its end
 */
export function openState(hours: OpeningHours, now: Date, timeZone: string, closures: Closures = []): OpenState {
  const state = standing(hours, now, timeZone, closures);
  const { weekday } = state;
  if (state.kind === 'closure') {
    const until = closedUntilText(state.closure, state.today);
    return { isOpen: false, text: state.closure.note ? `${until} · ${state.closure.note}` : until, weekday };
  }
  if (state.kind === 'open') {
    const text = state.closes === null ? 'Open now' : `Open now · until ${untilText(state.closes, state.at)}`;
    return { isOpen: true, text, weekday };
  }
  const { next } = state;
  if (next === null) return { isOpen: false, text: 'Closed', weekday };
  const when = next.ahead === 0 ? '' : `${next.ahead > 7 ? formatDay(next.date) : dayNames[next.weekday]} `;
  return { isOpen: false, text: `Closed · opens ${when}${opensText(next.opens)}`, weekday };
}

/** The same for a card, in fewer letters: 'Open · closes 6 PM', 'Opens Mon 8 AM', 'Closed today', 'Open 24 hours'. */
export function cardState(
  hours: OpeningHours,
  now: Date,
  timeZone: string,
  closures: Closures = [],
): Omit<OpenState, 'weekday'> {
  const state = standing(hours, now, timeZone, closures);
  if (state.kind === 'open') {
    if (state.closes === null) return { isOpen: true, text: 'Open 24 hours' };
    return { isOpen: true, text: `Open · closes ${shortTime(untilText(state.closes, state.at, 3))}` };
  }
  const next = state.next && openingText(state.next);
  if (state.kind === 'closed') return { isOpen: false, text: next === null ? 'Closed' : `Opens ${next}` };
  const until = closedUntilText(state.closure, state.today);
  // The day after the last one says itself when it opens.
  return { isOpen: false, text: state.closure.to === state.today && next ? `${until} · opens ${next}` : until };
}

const closedUntilText = (closure: Closure, today: string) =>
  closure.to === today ? 'Closed today' : `Closed through ${formatDay(closure.to)}`;

/** '8 AM', 'Mon 8 AM', 'Dec 28' */
function openingText({ ahead, date, weekday, opens }: Opening): string {
  const time = shortTime(opensText(opens));
  if (ahead === 0) return time;
  return ahead > 7 ? formatDay(date) : `${dayNames[weekday]?.slice(0, 3)} ${time}`;
}

/** '6:00 PM' gives '6 PM'. */
const shortTime = (time: string) => time.replace(':00', '');

/** With the day's name when that is a day or more away. @param letters of the day's name */
function untilText(closes: number, at: number, letters?: number): string {
  const time = closesText(closes);
  if (closes - at < dayMinutes) return time;
  return `${dayNames[Math.floor(closes / dayMinutes) % 7]?.slice(0, letters)} ${time}`;
}

/** The minutes until the text of `openState` changes at the latest: the next opening, closing or midnight. */
export function minutesUntilChange(hours: OpeningHours, now: Date, timeZone: string): number {
  const { year, month, day, hour, minute } = wallTime(now, timeZone);
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  const inDay = hour * 60 + minute;
  const at = weekday * dayMinutes + inDay;
  const edges = periodsOf(hours).flatMap(({ opens, closes }) => [opens, closes]);
  const waits = edges
    .map((edge) => (((edge - at) % weekMinutes) + weekMinutes) % weekMinutes)
    .filter((wait) => wait > 0);
  return Math.min(dayMinutes - inDay, ...waits);
}
