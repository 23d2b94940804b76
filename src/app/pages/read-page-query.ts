/** Server: reads a page's data into its query client. */
import type { QueryClient } from '@tanstack/react-query';
import type { PageQuery } from '#web/page.ts';

/**
 * Never rejects: the error is kept with the query, as after the client's own fetch. It is not such a fetch,
 * because nothing is refetched, shared or aborted here, and because a fetch passes the query function an
 * object with a getter: V8 keeps what the getter sees, the whole page here, until it collects its old
 * objects.
 * @param readAt one moment for the whole page, so that all of it belongs to one day
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
