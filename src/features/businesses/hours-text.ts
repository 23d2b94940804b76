import { weekdays } from '#shared/city.ts';
import type { OpeningHours } from '#shared/opening-hours.ts';

/** One line for each day: 'Mon: 09:00–17:00'. */
export function hoursText(hours: OpeningHours): string {
  return weekdays
    .map((day) => {
      const times = (hours[day] ?? []).map(([from, to]) => `${from}–${to}`).join(', ');
      return `${day[0]?.toUpperCase()}${day.slice(1)}: ${times === '' ? 'closed' : times}`;
    })
    .join('\n');
}
