import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { queryString } from '#shared/endpoint.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { listBusinesses } from '../contract.ts';
import { cardsOf } from './business-queries.ts';

/** The first cards of a category, and how many businesses it has. */
export function firstInCategoryQuery(slug: string, limit: number) {
  const query = { categoryId: slug, limit };
  return queryOptions({
    queryKey: [listBusinesses.path + queryString(query), 'cards and count'],
    queryFn: async ({ client }: { client: QueryClient }) => {
      const { answer, headers } = await callApi(client, listBusinesses, { query });
      return { cards: await cardsOf(client, answer), total: Number(headers.get('X-Total-Count') ?? answer.length) };
    },
  });
}
