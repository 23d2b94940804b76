import { addDays, dayOf, formatLongDate, formatMonth, startOfDay } from '#shared/dates.ts';

interface DayGroup<Event> {
  /** '2026-07-04' */
  day: string;
  /** 'Saturday, July 4' */
  label: string;
  events: Event[];
}

interface MonthGroup<Event> {
  /** '2026-07' */
  month: string;
  /** 'July', in another year 'July 2027' */
  label: string;
  days: DayGroup<Event>[];
}

/**
 * Divides a list, soonest first, into months and days. An event that began before `first` and is still on
 * belongs to `first`.
 * @param today '2026-07-04'
 */
export function groupByDay<Event extends { startDate: string }>(
  events: readonly Event[],
  { first, today, timeZone }: { first: string; today: string; timeZone: string },
): MonthGroup<Event>[] {
  const thisYear = today.slice(0, 4);
  const months = new Map<string, MonthGroup<Event>>();
  for (const event of events) {
    const start = dayOf(event.startDate, timeZone);
    const day = start < first ? first : start;
    const key = day.slice(0, 7);
    const month = months.get(key) ?? { month: key, label: formatMonth(key).replace(` ${thisYear}`, ''), days: [] };
    months.set(key, month);
    const last = month.days.at(-1);
    if (last?.day === day) last.events.push(event);
    else {
      const label = formatLongDate(startOfDay(day, timeZone), timeZone, thisYear);
      month.days.push({ day, label, events: [event] });
    }
  }
  return [...months.values()];
}

/** 'Today' and 'Tomorrow'; null for other days. */
export function nearDay(day: string, today: string): 'Today' | 'Tomorrow' | null {
  return day === today ? 'Today' : day === addDays(today, 1) ? 'Tomorrow' : null;
}
