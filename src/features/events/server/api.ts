import { nextLink, readCursor } from '#server/http/keyset-cursor.ts';
import { serve } from '#server/http/serve.ts';
import { listEvents, listUpcomingEvents } from '../contract.ts';
import { listOccurrences, listUpcomingOccurrences } from './list-occurrences.ts';

const tags = () => ['events'];

export const eventsApi = [
  serve(
    listEvents,
    async ({ query: { month, limit, cursor } }, { db, city, now, setHeader }) => {
      const page = await listOccurrences(db, {
        now: now(),
        timeZone: city.facts.timeZone,
        month,
        limit,
        cursor: readCursor(cursor),
      });
      setHeader('X-Total-Count', String(page.total));
      if (page.nextCursor !== null) {
        setHeader('Link', nextLink(listEvents.path, { month, limit, cursor: page.nextCursor }));
      }
      return page.occurrences;
    },
    { tags },
  ),
  serve(listUpcomingEvents, ({ query }, { db, now }) => listUpcomingOccurrences(db, now(), query.limit), { tags }),
];
