/** Holidays on which a listing may keep other hours than its usual ones. */
import { holidays } from '#server/db/vocabulary/date-words.ts';
import { weekdays } from '#shared/city.ts';
import { addDays } from '#shared/dates.ts';
import type { Business } from '../contract.ts';
import { nextBy } from './search/read-dates.ts';

/** A page names a holiday this many days before. */
const maxDaysAhead = 14;

interface NextHoliday {
  /** '2026-12-25' */
  day: string;
  name: string;
}

/** Rules are worked out once a day, not for each page. */
let known: { today: string; next: NextHoliday[] } | undefined;

/** The next time of each holiday, today included, soonest first. */
function nextHolidays(today: string): NextHoliday[] {
  if (known?.today !== today) {
    const next = holidays
      .filter(({ changesHours }) => changesHours)
      .map(({ name, rule }) => ({ name, day: nextBy(rule, today) }))
      .toSorted((a, b) => a.day.localeCompare(b.day));
    known = { today, next };
  }
  return known.next;
}

/** Leaves out a holiday on a weekday on which the listing is closed anyway. @param today the town's day */
export function holidaysAhead(
  { hours, closures }: Pick<Business, 'hours' | 'closures'>,
  today: string,
): NonNullable<Business['holidays']> {
  if (hours === null) return [];
  const last = addDays(today, maxDaysAhead);
  return nextHolidays(today).flatMap(({ day, name }) => {
    const weekday = weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 'sun';
    const isClosed = closures.some(({ from, to }) => from <= day && day <= to);
    const isOpenOtherwise = (hours[weekday]?.length ?? 0) > 0;
    return day <= last && (isClosed || isOpenOtherwise) ? [{ day, name, isClosed }] : [];
  });
}

/** The next day on which other holidays are ahead. @param today the town's day */
export function holidaysChangeOn(today: string): string {
  const last = addDays(today, maxDaysAhead);
  const days = nextHolidays(today).map(({ day }) => addDays(day, day <= last ? 1 : -maxDaysAhead));
  return days.toSorted()[0] ?? addDays(today, 1);
}
