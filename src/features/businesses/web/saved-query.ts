import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { queryString } from '#shared/endpoint.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { listSaved } from '../saved-contract.ts';
import { cardsOf } from './business-queries.ts';

/** Cards, and the slug under which each was saved. */
export function savedQuery(slugs: readonly string[]) {
  const query = { list: slugs.join(',') };
  return queryOptions({
    queryKey: [listSaved.path + queryString(query), 'cards'],
    queryFn: async ({ client }: { client: QueryClient }) => {
      const { answer } = await callApi(client, listSaved, { query });
      return { cards: await cardsOf(client, answer), savedAs: answer.map(({ savedAs }) => savedAs) };
    },
  });
}
