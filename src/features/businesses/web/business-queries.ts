import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { readCity } from '#features/city-guide/web/city-queries.ts';
import { queryString } from '#shared/endpoint.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { totalCount } from '#web/api-client/list-headers.ts';
import { getBusiness, type ListedBusiness, listBusinesses, listFeaturedBusinesses } from '../contract.ts';
import { type CardFacts, cardFacts } from './card-facts.ts';

/** Cards of an answer, as they are at this moment. */
export async function cardsOf(client: QueryClient, businesses: readonly ListedBusiness[]): Promise<CardFacts[]> {
  const { timeZone } = await readCity(client);
  const now = new Date();
  return businesses.map((business) => cardFacts(business, { now, timeZone }));
}

export const featuredBusinessesQuery = queryOptions<CardFacts[]>({
  queryKey: [listFeaturedBusinesses.path, 'cards'],
  queryFn: async ({ client }) => cardsOf(client, (await callApi(client, listFeaturedBusinesses, {})).answer),
});

export const businessQuery = (slug: string) => endpointQuery(getBusiness, { params: { slug } });

/** The first cards of a category, and how many businesses it has. */
export function firstInCategoryQuery(slug: string, limit: number) {
  const query = { categoryId: slug, limit };
  return queryOptions({
    queryKey: [listBusinesses.path + queryString(query), 'cards and count'],
    queryFn: async ({ client }: { client: QueryClient }) => {
      const { answer, headers } = await callApi(client, listBusinesses, { query });
      return { cards: await cardsOf(client, answer), total: totalCount(headers, answer.length) };
    },
  });
}
