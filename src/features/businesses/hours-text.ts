import type { OpeningHours } from '#shared/opening-hours.ts';
import { openingDays } from './opening-hours.ts';

/** One line for each day: 'Mon: 9:00 AM – 5:00 PM'. */
export function hoursText(hours: OpeningHours): string {
  return openingDays(hours)
    .map(({ name, times }) => `${name.slice(0, 3)}: ${times.join(', ')}`)
    .join('\n');
}
