import { nextLink, readCursor } from '#server/http/keyset-cursor.ts';
import { serve } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { listEventDays, listEvents, listUpcomingEvents } from '../contract.ts';
import { getEvent } from '../page-contract.ts';
import { findEvent } from './find-event.ts';
import { listDays, listOccurrences, listUpcomingOccurrences } from './list-occurrences.ts';

const tags = () => ['events'];

export const eventsApi = [
  serve(
    listEvents,
    async ({ query: { limit, cursor, free, series, ...asked } }, { db, city, now, setHeader }) => {
      const page = await listOccurrences(db, {
        ...asked,
        now: now(),
        timeZone: city.facts.timeZone,
        isFree: free === 'true',
        onlyNext: series === 'once',
        limit,
        cursor: readCursor(cursor),
      });
      setHeader('X-Total-Count', String(page.total));
      if (page.nextCursor !== null) {
        setHeader('Link', nextLink(listEvents.path, { ...asked, free, series, limit, cursor: page.nextCursor }));
      }
      return page.occurrences;
    },
    // Events of a premium listing are marked.
    { tags: () => ['events', 'businesses'] },
  ),
  serve(listUpcomingEvents, ({ query }, { db, now }) => listUpcomingOccurrences(db, now(), query.limit), { tags }),
  serve(
    listEventDays,
    ({ query }, { db, city, now }) => listDays(db, { month: query.month, now: now(), timeZone: city.facts.timeZone }),
    { tags },
  ),
  serve(
    getEvent,
    async ({ params }, { db, now }) => {
      const event = await findEvent(db, params.slug, now());
      if (event === null) throw new Problem('not_found', 'Event not found');
      if ('redirectTo' in event) {
        throw new Problem('moved', 'This event has a new address.', { location: `/api/events/${event.redirectTo}` });
      }
      return event;
    },
    // A listing of the place's name gives the map, so its changes count, too.
    { tags: () => ['events', 'businesses'] },
  ),
];
