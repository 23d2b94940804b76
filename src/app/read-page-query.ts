/** Server: reads what a page shows into its query client. */
import type { QueryClient } from '@tanstack/react-query';
import type { PageQuery } from '#web/page.ts';

/**
 * Never rejects: the error is kept with the query, as after a fetch of the client's own. Not such a fetch, because nothing here is
 * ever fetched again, shared or broken off, and because it gives the query function an object with a getter: V8 keeps what such a
 * getter sees, the whole page here, until it next collects its old objects.
 * @param readAt one moment for the whole page, so that all of it is of one day
 */
export async function readPageQuery(client: QueryClient, query: PageQuery, readAt: number): Promise<void> {
  const { queryKey, queryFn, initialPageParam: pageParam } = query;
  const isInfinite = query.getNextPageParam !== undefined;
  const entry = client
    .getQueryCache()
    .build(client, client.defaultQueryOptions({ queryKey, ...(isInfinite ? { _type: 'infinite' } : {}) }));
  try {
    const read: unknown = await queryFn({ client, queryKey, meta: undefined, pageParam, direction: 'forward' });
    entry.setData(isInfinite ? { pages: [read], pageParams: [pageParam] } : read, { updatedAt: readAt, manual: false });
  } catch (error) {
    entry.setState({
      error: error as Error,
      errorUpdateCount: 1,
      errorUpdatedAt: readAt,
      fetchFailureCount: 1,
      fetchFailureReason: error as Error,
      isInvalidated: true,
      status: 'error',
    });
  }
}
