/** The directory's list: its pages, the total count and the corrected search, from the answer's headers. */
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { queryString } from '#shared/endpoint.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { listBusinesses, readSearchContext, type SearchContext } from '../contract.ts';
import { cardsOf } from './business-queries.ts';
import type { CardFacts } from './card-facts.ts';
import { type ListAddress, listQuery } from './list-address.ts';

export interface BusinessPage {
  businesses: CardFacts[];
  /** Exact up to 1,000; 1,001 means more. */
  total: number;
  /** The search that was made instead, when nothing matched the words as typed. */
  correctedTo: string | null;
  nextCursor: string | null;
}

/** Rows are full with two columns and with three. A page that nobody asked for before costs by its cards, here and on the phone. */
const pageSize = 18;

/** While a choice is changed, the list before stays until the new one is there; another search starts with placeholders. */
const sameSearch = ({ search, category }: ListAddress) => queryString({ search, category });

export function businessSearchQuery(asked: ListAddress) {
  const query = listQuery(asked);
  const searched = sameSearch(asked);
  return infiniteQueryOptions({
    queryKey: [`${listBusinesses.path}${queryString({ ...query, cursor: asked.cursor })}`, 'pages', searched],
    initialPageParam: asked.cursor ?? null,
    getNextPageParam: (last: BusinessPage) => last.nextCursor,
    placeholderData: (before, query) => (query?.queryKey[2] === searched ? before : undefined),
    queryFn: async ({ client, pageParam }): Promise<BusinessPage> => {
      const { answer, headers } = await callApi(client, listBusinesses, {
        query: { ...query, limit: pageSize, ...(pageParam ? { cursor: pageParam } : {}) },
      });
      const corrected = headers.get('X-Corrected-Search');
      return {
        businesses: await cardsOf(client, answer),
        total: Number(headers.get('X-Total-Count') ?? answer.length),
        correctedTo: corrected === null ? null : decodeURIComponent(corrected),
        nextCursor: readNextCursor(headers.get('Link')),
      };
    },
  });
}

/** The context of the list: how the search was read, offers, and what each choice would leave. */
export function searchContextQuery(asked: ListAddress) {
  const query = listQuery(asked);
  const searched = sameSearch(asked);
  return queryOptions<SearchContext>({
    queryKey: [`${readSearchContext.path}${queryString(query)}`, searched],
    queryFn: async ({ client }: { client: QueryClient }) =>
      (await callApi(client, readSearchContext, { query })).answer,
    placeholderData: (before, query) => (query?.queryKey[1] === searched ? before : undefined),
  });
}

function readNextCursor(link: string | null): string | null {
  const address = /<([^>]+)>;\s*rel="next"/.exec(link ?? '')?.[1];
  return address ? new URLSearchParams(address.slice(address.indexOf('?'))).get('cursor') : null;
}
