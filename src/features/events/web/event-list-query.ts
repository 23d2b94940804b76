import { infiniteQueryOptions } from '@tanstack/react-query';
import { queryString } from '#shared/endpoint.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { nextCursor, totalCount } from '#web/api-client/list-headers.ts';
import { type EventOccurrence, listEvents } from '../contract.ts';

interface EventPage {
  events: EventOccurrence[];
  total: number;
  nextCursor: string | null;
}

/** Reads coming events, or those of a month such as '2026-07'. */
export function eventListQuery(month: string | undefined) {
  const query = month ? { month } : {};
  return infiniteQueryOptions({
    queryKey: [`${listEvents.path}${queryString(query)}`, 'pages'],
    initialPageParam: null as string | null,
    getNextPageParam: (last: EventPage) => last.nextCursor,
    queryFn: async ({ client, pageParam }): Promise<EventPage> => {
      const { answer, headers } = await callApi(client, listEvents, {
        query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) },
      });
      return { events: answer, total: totalCount(headers, answer.length), nextCursor: nextCursor(headers) };
    },
  });
}
