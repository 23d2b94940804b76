import { dayOf, isoWithOffset } from '#shared/dates.ts';
import { JsonLd, type JsonLdNode } from '#web/seo/json-ld.tsx';
import { postalAddress } from '#web/seo/postal-address.ts';
import { absoluteUrl, type SeoTown, siteName } from '#web/seo/town.ts';
import type { EventDetail, EventTime } from '../page-contract.ts';
import { venueName } from '../venue-name.ts';

const statusUrls = {
  scheduled: 'https://schema.org/EventScheduled',
  cancelled: 'https://schema.org/EventCancelled',
  postponed: 'https://schema.org/EventPostponed',
} as const;

/** @param position null when nobody knows it */
function placeNode(location: string, town: SeoTown, position: JsonLdNode | undefined): JsonLdNode {
  const name = venueName(location);
  return {
    '@type': 'Place',
    name: (name ?? location) || siteName(town),
    address: postalAddress(town, (name === null ? location : location.slice(location.indexOf(',') + 1).trim()) || null),
    geo: position,
  };
}

/** The next times of a series beside its first one are events of their own below it. */
const maxSubEvents = 10;

export function eventNode(event: EventDetail, town: SeoTown): JsonLdNode {
  const { latitude, longitude, times } = event;
  const position =
    latitude === null || longitude === null ? undefined : ({ '@type': 'GeoCoordinates', latitude, longitude } as const);
  const facts = {
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    description: event.summary || undefined,
    image: [absoluteUrl(town, event.imageUrl ?? `/og/event/${event.slug}.png`)],
    isAccessibleForFree: event.isFree ? true : undefined,
    organizer: event.organizer ? { '@type': 'Organization', name: event.organizer } : undefined,
  } as const;
  const url = absoluteUrl(town, `/events/${event.slug}`);
  const shown = times.find(({ startDate }) => startDate === event.startDate);
  const node = (time: EventTime | undefined): JsonLdNode => {
    const former = time?.previousStartDate ?? event.previousStartDate;
    const status = time?.status ?? event.status;
    return {
      '@type': 'Event',
      name: time?.title ?? event.title,
      url,
      ...whenFacts({ ...event, ...time }, former, town),
      eventStatus: former && status === 'scheduled' ? 'https://schema.org/EventRescheduled' : statusUrls[status],
      location: placeNode(time?.location ?? event.location, town, time?.location ? undefined : position),
      ...facts,
    };
  };
  const others = times.filter((time) => time !== shown).slice(0, maxSubEvents);
  return {
    ...node(shown),
    '@id': `${url}#event`,
    subEvent: event.recurring && others.length > 0 ? others.map((time) => node(time)) : undefined,
  };
}

function whenFacts(
  { startDate, endDate, allDay }: Pick<EventDetail, 'startDate' | 'endDate' | 'allDay'>,
  former: string | null,
  { timeZone }: SeoTown,
) {
  const time = (instant: string) => (allDay ? dayOf(instant, timeZone) : isoWithOffset(instant, timeZone));
  // Whole days end at the midnight after the last day.
  const end = endDate && allDay ? new Date(Date.parse(endDate) - 1).toISOString() : endDate;
  return {
    startDate: time(startDate),
    endDate: end ? time(end) : undefined,
    previousStartDate: former ? time(former) : undefined,
  };
}

/** Structured data of an event's own page. */
export function EventJsonLd({ event, city }: { event: EventDetail; city: SeoTown }) {
  return <JsonLd data={import.meta.env.SSR ? eventNode(event, city) : null} />;
}
