import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { readCity } from '#features/city-guide/web/city-queries.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { getBusiness, type ListedBusiness, listFeaturedBusinesses } from '../contract.ts';
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
