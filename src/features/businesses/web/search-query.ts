/** The directory's list: its pages, the total count and the corrected search, from the answer's headers. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { queryString } from '#shared/endpoint.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { listBusinesses } from '../contract.ts';
import { type CardFacts, cardFacts } from './card-facts.ts';

export interface BusinessPage {
  businesses: CardFacts[];
  /** Exact up to 1,000; 1,001 means more. */
  total: number;
  /** What was searched instead, when nothing matched the words as typed. */
  correctedTo: string | null;
  nextCursor: string | null;
}

export interface BusinessSearch {
  search?: string | undefined;
  /** Id or slug; undefined: all. */
  categoryId?: string | undefined;
  /** Where the first page begins; without script a list is read page by page. */
  cursor?: string | undefined;
}

/** Rows are full with two columns and with three. A page that nobody asked for before costs by its cards, here and on the phone. */
const pageSize = 18;

export function businessSearchQuery({ search, categoryId, cursor }: BusinessSearch) {
  const query = { ...(search ? { search } : {}), ...(categoryId && categoryId !== 'all' ? { categoryId } : {}) };
  return infiniteQueryOptions({
    queryKey: [`${listBusinesses.path}${queryString({ ...query, cursor })}`, 'pages'],
    initialPageParam: cursor ?? null,
    getNextPageParam: (last: BusinessPage) => last.nextCursor,
    queryFn: async ({ client, pageParam }): Promise<BusinessPage> => {
      const { answer, headers } = await callApi(client, listBusinesses, {
        query: { ...query, limit: pageSize, ...(pageParam ? { cursor: pageParam } : {}) },
      });
      const corrected = headers.get('X-Corrected-Search');
      return {
        businesses: answer.map(cardFacts),
        total: Number(headers.get('X-Total-Count') ?? answer.length),
        correctedTo: corrected === null ? null : decodeURIComponent(corrected),
        nextCursor: readNextCursor(headers.get('Link')),
      };
    },
  });
}

function readNextCursor(link: string | null): string | null {
  const address = /<([^>]+)>;\s*rel="next"/.exec(link ?? '')?.[1];
  return address ? new URLSearchParams(address.slice(address.indexOf('?'))).get('cursor') : null;
}
