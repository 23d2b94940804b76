import { infiniteQueryOptions } from '@tanstack/react-query';
import { queryString } from '#shared/endpoint.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { nextCursor, totalCount } from '#web/api-client/list-headers.ts';
import { type ListedEvent, listEvents } from '../contract.ts';
import { leadOf } from '../lead-of.ts';
import type { EventsAddress } from './event-address.ts';

/** The facts of a row. The rest is on the event's page and need not be sent with the list. */
export type ListRow = Omit<ListedEvent, 'imageAlt' | 'url' | 'organizer' | 'contact'>;

interface EventPage {
  events: ListRow[];
  total: number;
  nextCursor: string | null;
}

function toRow({ imageAlt: _, url: __, organizer: ___, contact: ____, ...row }: ListedEvent): ListRow {
  return { ...row, description: leadOf(row.description) };
}

/** Without a stretch of time a series stands in the list once: a weekly one would fill it, and its page has the other dates. */
export function eventListQuery(asked: EventsAddress) {
  const isWithoutEnd = !(asked.month || asked.day || asked.when);
  return infiniteQueryOptions({
    queryKey: [`${listEvents.path}${queryString({ ...asked })}`, 'pages'],
    initialPageParam: null as string | null,
    getNextPageParam: (last: EventPage) => last.nextCursor,
    queryFn: async ({ client, pageParam }): Promise<EventPage> => {
      const { answer, headers } = await callApi(client, listEvents, {
        query: {
          ...asked,
          ...(isWithoutEnd ? { series: 'once' as const } : {}),
          ...(pageParam ? { cursor: pageParam } : {}),
        },
      });
      return { events: answer.map(toRow), total: totalCount(headers, answer.length), nextCursor: nextCursor(headers) };
    },
  });
}
