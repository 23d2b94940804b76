import { dayOf, isoWithOffset } from '#shared/dates.ts';
import { plainText } from '#shared/html-to-text.ts';
import { JsonLd, type JsonLdNode } from '#web/seo/json-ld.tsx';
import { postalAddress } from '#web/seo/postal-address.ts';
import { absoluteUrl, type SeoTown, siteName } from '#web/seo/town.ts';
import type { EventOccurrence } from '../contract.ts';

const statusUrls = {
  scheduled: 'https://schema.org/EventScheduled',
  cancelled: 'https://schema.org/EventCancelled',
  postponed: 'https://schema.org/EventPostponed',
} as const;

/**
 * In '{place}, {address}', the place is the text before the first comma, unless that is a house number and
 * street.
 */
function placeNode(location: string, town: SeoTown): JsonLdNode {
  const comma = location.indexOf(',');
  const hasName = comma > 0 && !/^\d/.test(location);
  return {
    '@type': 'Place',
    name: (hasName ? location.slice(0, comma) : location) || siteName(town),
    address: postalAddress(town, hasName ? location.slice(comma + 1).trim() : location || null),
  };
}

export function eventNode(event: EventOccurrence, town: SeoTown): JsonLdNode {
  const time = (instant: string) =>
    event.allDay ? dayOf(instant, town.timeZone) : isoWithOffset(instant, town.timeZone);
  const { endDate, previousStartDate: former } = event;
  // Whole days end at the midnight after the last day.
  const end = endDate && event.allDay ? new Date(Date.parse(endDate) - 1).toISOString() : endDate;
  return {
    '@type': 'Event',
    '@id': absoluteUrl(town, `/events#${event.id}`),
    name: event.title,
    url: event.url ?? absoluteUrl(town, `/events#${event.id}`),
    description: plainText(event.description) || undefined,
    startDate: time(event.startDate),
    endDate: end ? time(end) : undefined,
    previousStartDate: former ? time(former) : undefined,
    eventStatus:
      former && event.status === 'scheduled' ? 'https://schema.org/EventRescheduled' : statusUrls[event.status],
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    image: event.imageUrl === null ? undefined : [absoluteUrl(town, event.imageUrl)],
    location: placeNode(event.location, town),
    organizer: event.organizer ? { '@type': 'Organization', name: event.organizer } : undefined,
  };
}

/** Structured data of a page that lists events: one block per event. */
export function EventsJsonLd({ events, city }: { events: readonly EventOccurrence[]; city: SeoTown }) {
  return events.map((event) => <JsonLd key={event.id} data={eventNode(event, city)} />);
}
