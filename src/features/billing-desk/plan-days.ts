/** The days of a plan that no card pays for, as '2027-01-31'. The form checks them before it asks, the server before it acts. */
import { addDays } from '#shared/dates.ts';

const maxDays = 3 * 366;

/** Says why this cannot be the last day with Premium; undefined: it can. */
export function faultOfLastDay(lastDay: string, today: string): string | undefined {
  if (lastDay < today) return 'This day is over';
  return lastDay > addDays(today, maxDays) ? 'A plan can run for three years at most' : undefined;
}

/** The last day of a year that begins today: of '2026-11-27' it is '2027-11-26'. */
export const lastDayOfYear = (today: string): string =>
  addDays(`${Number(today.slice(0, 4)) + 1}${today.slice(4).replace('-02-29', '-03-01')}`, -1);

/** Says why money cannot have gone back, or turned out not to come, on this day; undefined: it can. */
export function faultOfReturnDay(
  day: string,
  { today, receivedOn }: { today: string; receivedOn: string | null },
): string | undefined {
  if (day > today) return 'This day is still to come';
  return receivedOn !== null && day < receivedOn ? 'This is before the day on which the money was booked' : undefined;
}

/** Says why the money cannot have come on this day; undefined: it can. */
export function faultOfReceivedDay(receivedOn: string, today: string): string | undefined {
  return receivedOn > today ? 'This day is still to come' : undefined;
}
