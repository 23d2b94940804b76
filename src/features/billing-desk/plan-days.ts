/** The days of a plan that no card pays for, as '2027-01-31'. The form checks them before it asks, the server before it acts. */
import { addDays } from '#shared/dates.ts';

const maxDays = 3 * 366;

/** Says why this cannot be the last day with Premium; undefined: it can. */
export function faultOfLastDay(lastDay: string, today: string): string | undefined {
  if (lastDay < today) return 'This day is over';
  return lastDay > addDays(today, maxDays) ? 'A plan can run for three years at most' : undefined;
}

/** Says why the money cannot have come on this day; undefined: it can. */
export function faultOfReceivedDay(receivedOn: string, today: string): string | undefined {
  return receivedOn > today ? 'This day is still to come' : undefined;
}
