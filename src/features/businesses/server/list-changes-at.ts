/** The moment from which a stored list is wrong although no business has changed. */
import type { ApiRequest } from '#server/http/serve.ts';
import { minuteMs } from '#shared/times.ts';
import type { ListedBusiness } from '../contract.ts';
import { readOpen } from '../list-query.ts';
import { minutesUntilChange } from '../opening-hours.ts';

export function nextMinute(now: Date, minutes = 1): Date {
  return new Date((Math.floor(now.getTime() / minuteMs) + minutes) * minuteMs);
}

/** null: the list depends on no time. The words of a search may name times, too. */
export function listChangesAt(
  { open, search }: { open?: string | undefined; search?: string | undefined },
  answer: readonly Pick<ListedBusiness, 'hours'>[],
  { now, city }: Pick<ApiRequest, 'now' | 'city'>,
): Date | null {
  const at = now();
  if (readOpen(open) !== null || search) return nextMinute(at);
  const waits = answer.flatMap(({ hours }) => (hours ? minutesUntilChange(hours, at, city.facts.timeZone) : []));
  return waits.length === 0 ? null : nextMinute(at, Math.min(...waits));
}
