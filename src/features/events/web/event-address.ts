/** The choices of a list of events, as the address of the page says them. */

import { eventCategories } from '#shared/city.ts';
import { queryString } from '#shared/endpoint.ts';
import { monthPattern } from '#shared/month.ts';
import type { PageSearch } from '#web/page.ts';
import { type EventOccurrence, type EventTimes, eventTimes } from '../contract.ts';
import { isDay } from '../event-clock.ts';

export type EventParameter = 'month' | 'day' | 'when' | 'category' | 'free';

export interface EventsAddress {
  /** '2026-07' */
  month?: string | undefined;
  /** '2026-07-04' */
  day?: string | undefined;
  when?: EventTimes | undefined;
  category?: EventOccurrence['category'] | undefined;
  free?: 'true' | undefined;
}

/** Ignores values that say nothing. A day is more exact than a month, a month more than today, a weekend or a week. */
export function readEventsAddress(search: PageSearch<EventParameter>): EventsAddress {
  const [month, day] = [search.get('month') ?? '', search.get('day') ?? ''];
  const category = eventCategories.find((one) => one === search.get('category'));
  const free = search.get('free') === 'true' ? ('true' as const) : undefined;
  if (isDay(day) && day.startsWith('20')) return { day, category, free };
  if (monthPattern.test(month)) return { month, category, free };
  return { when: eventTimes.find((one) => one === search.get('when')), category, free };
}

export function eventsPath({ month, day, when, category, free }: EventsAddress): string {
  return `/events${queryString({ month, day, when, category, free })}`;
}

/** The month that the address names, by itself or by its day. */
export const monthAsked = ({ month, day }: EventsAddress) => month ?? day?.slice(0, 7);
