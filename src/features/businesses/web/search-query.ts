/** The directory's list: its pages, the total count and the corrected search, from the answer's headers. */
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { queryString } from '#shared/endpoint.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { type ListedBusiness, listBusinesses, readSearchContext, type SearchContext } from '../contract.ts';
import { cardsOf } from './business-queries.ts';
import type { CardFacts } from './card-facts.ts';
import { type ListAddress, listQuery } from './list-address.ts';

/** A card, with its place where the list has a map. */
type ListedCard = CardFacts & { place?: { latitude: number; longitude: number } };

export interface BusinessPage {
  businesses: ListedCard[];
  /** Exact up to 1,000; 1,001 means more. */
  total: number;
  /** The corrected search, when nothing matched the words as typed. */
  correctedTo: string | null;
  nextCursor: string | null;
}

/** A multiple of two and three, so that rows are full. Each card costs time on the server and on the phone. */
const pageSize = 18;
/** A map shows more at a glance. */
const mapPageSize = 60;

/** After a change of filters the old list stays until the new one arrives; another search shows placeholders. */
const sameSearch = ({ search, spelling, category }: ListAddress) => queryString({ search, spelling, category });

export function businessSearchQuery(asked: ListAddress) {
  const query = listQuery(asked);
  const searched = sameSearch(asked);
  const hasMap = asked.view === 'map';
  return infiniteQueryOptions({
    queryKey: [
      `${listBusinesses.path}${queryString({ ...query, cursor: asked.cursor })}`,
      hasMap ? 'map' : 'pages',
      searched,
    ],
    initialPageParam: asked.cursor ?? null,
    getNextPageParam: (last: BusinessPage) => last.nextCursor,
    placeholderData: (before, query) => (query?.queryKey[2] === searched ? before : undefined),
    queryFn: async ({ client, pageParam }): Promise<BusinessPage> => {
      const { answer, headers } = await callApi(client, listBusinesses, {
        query: { ...query, limit: hasMap ? mapPageSize : pageSize, ...(pageParam ? { cursor: pageParam } : {}) },
      });
      const corrected = headers.get('X-Corrected-Search');
      return {
        businesses: withPlaces(await cardsOf(client, answer), hasMap ? answer : []),
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

function withPlaces(cards: readonly CardFacts[], answer: readonly ListedBusiness[]): ListedCard[] {
  return cards.map((card, index) => {
    const { latitude = null, longitude = null } = answer[index] ?? {};
    return latitude === null || longitude === null ? card : { ...card, place: { latitude, longitude } };
  });
}

function readNextCursor(link: string | null): string | null {
  const address = /<([^>]+)>;\s*rel="next"/.exec(link ?? '')?.[1];
  return address ? new URLSearchParams(address.slice(address.indexOf('?'))).get('cursor') : null;
}
