import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { nextCursor } from '#web/api-client/list-headers.ts';

/** A list with a 'load more' button. @param key begins with the path that is read */
export function useStaffList<T>(
  key: readonly [path: string, ...rest: unknown[]],
  read: (client: QueryClient, cursor: string | undefined) => Promise<{ answer: T[]; headers: Headers }>,
) {
  const list = useInfiniteQuery({
    queryKey: key,
    queryFn: async ({ client, pageParam }) => {
      const { answer, headers } = await read(client, pageParam);
      return { rows: answer, next: nextCursor(headers) };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  });
  return { ...list, rows: list.data?.pages.flatMap(({ rows }) => rows) };
}
