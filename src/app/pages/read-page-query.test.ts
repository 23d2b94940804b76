import { dehydrate, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createQueryClient } from '#web/api-client/query-client.ts';
import type { PageQuery } from '#web/page.ts';
import { readPageQuery } from './read-page-query.ts';

const plain = queryOptions({ queryKey: ['/api/city'], queryFn: async () => ({ name: 'One' }) });
const broken = queryOptions({
  queryKey: ['/api/broken'],
  queryFn: async (): Promise<string> => {
    throw new Error('broken');
  },
});
const pages = infiniteQueryOptions({
  queryKey: ['/api/list', 'pages'],
  initialPageParam: 'start' as string | null,
  getNextPageParam: (): string | null => null,
  queryFn: async ({ pageParam }) => ({ from: pageParam, items: [1, 2] }),
});

const fetchByClient: typeof readPageQuery = (client, query) => {
  if (query.getNextPageParam === undefined)
    return client.prefetchQuery({ queryKey: query.queryKey, queryFn: query.queryFn });
  const { initialPageParam, getNextPageParam } = query;
  return client.prefetchInfiniteQuery({ ...query, initialPageParam, getNextPageParam });
};

/** Everything that a browser gets, except for times. */
async function handedOver(read: typeof readPageQuery) {
  const client = createQueryClient();
  for (const query of [plain, broken, pages] as PageQuery[]) await read(client, query, Date.now());
  const { queries } = dehydrate(client, { shouldDehydrateQuery: () => true, shouldRedactErrors: () => false });
  const isMoment = /(?:At|promise)$/;
  return JSON.parse(
    JSON.stringify(queries, (name, value) => (isMoment.test(name) ? typeof value : value)),
  ) as unknown[];
}

test('what it reads is to the browser what a fetch of the client would have been', async () => {
  const read = await handedOver(readPageQuery);
  expect(read).toHaveLength(3);
  expect(read).toEqual(await handedOver(fetchByClient));
});
