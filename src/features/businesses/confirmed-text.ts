import { dayOf } from '#shared/dates.ts';
import { dayMs } from '#shared/times.ts';

const daysAMonth = 30.44;
const daysAYear = 365.25;

const ago = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/** 'today', 'yesterday', '12 days ago', '3 months ago', '2 years ago', by the town's calendar. */
export function confirmedAgo(confirmedAt: string, now: Date, timeZone: string): string {
  const days = Math.round((Date.parse(dayOf(now, timeZone)) - Date.parse(dayOf(confirmedAt, timeZone))) / dayMs);
  if (days <= 0) return 'today';
  if (days === 1) return 'yesterday';
  if (days < 31) return ago(days, 'day');
  if (days < daysAYear) return ago(Math.max(1, Math.floor(days / daysAMonth)), 'month');
  return ago(Math.floor(days / daysAYear), 'year');
}
