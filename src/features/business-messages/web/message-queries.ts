import { infiniteQueryOptions } from '@tanstack/react-query';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { nextCursor } from '#web/api-client/list-headers.ts';
import { countOwnMessages, listOwnMessages } from '../own-contract.ts';

export const messageCountsQuery = endpointQuery(countOwnMessages, {});

export interface MessageFilter {
  state: 'all' | 'open' | 'answered';
  search: string;
}

/** Begins the keys of all lists of messages. */
export const ownMessagesKey = [listOwnMessages.path, 'pages'] as const;

/** Page by page. */
export const ownMessagesQuery = (filter: MessageFilter) =>
  infiniteQueryOptions({
    queryKey: [...ownMessagesKey, filter],
    queryFn: async ({ client, pageParam }) => {
      const { answer, headers } = await callApi(client, listOwnMessages, { query: { ...filter, cursor: pageParam } });
      return { rows: answer, next: nextCursor(headers) };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: (before) => before,
  });
