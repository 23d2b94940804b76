import { dayOf, formatLongDate, formatTime, formatTimeRange } from '#shared/dates.ts';
import { hourMs } from '#shared/times.ts';

interface When {
  startDate: string;
  endDate: string | null;
  allDay: boolean;
}

const nightMs = 12 * hourMs;

/** 'Saturday, July 4, 7:00 PM - 9:00 PM'; an event of several days adds the last one. */
export function whenText(when: When, timeZone: string, thisYear: string): string {
  return `${formatLongDate(when.startDate, timeZone, thisYear)}, ${hoursText(when, timeZone, thisYear)}`;
}

/** The part after the first day: '7:00 PM - 9:00 PM', 'all day', 'all day - Monday, July 6'. */
export function hoursText({ startDate, endDate, allDay }: When, timeZone: string, thisYear: string): string {
  const end = endDate === null ? null : new Date(endDate);
  if (allDay) {
    // Whole days end at the midnight after the last day.
    const last = end && new Date(end.getTime() - 1);
    return last && dayOf(last, timeZone) !== dayOf(startDate, timeZone)
      ? `all day - ${formatLongDate(last, timeZone, thisYear)}`
      : 'all day';
  }
  const isLong =
    end !== null && dayOf(end, timeZone) !== dayOf(startDate, timeZone) && +end - Date.parse(startDate) > nightMs;
  return isLong
    ? `${formatTime(startDate, timeZone)} - ${formatLongDate(end, timeZone, thisYear)}, ${formatTime(end, timeZone)}`
    : formatTimeRange(startDate, endDate, timeZone);
}
