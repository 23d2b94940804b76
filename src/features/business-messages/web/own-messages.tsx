import { useInfiniteQuery } from '@tanstack/react-query';
import { useSessionEnded } from '#features/accounts/web/use-session-ended.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { MessageItem } from './message-item.tsx';
import { ownMessagesQuery } from './message-queries.ts';

/** Newest first, page by page. */
export function OwnMessages() {
  const list = useInfiniteQuery({ ...ownMessagesQuery, refetchOnMount: 'always' });
  useSessionEnded(list.error);
  const rows = list.data?.pages.flatMap((page) => page.rows);
  if (rows === undefined) {
    return list.isError ? (
      <LoadFailed message="Failed to fetch messages" onRetry={() => void list.refetch()} />
    ) : (
      <Spinner label="Loading messages..." />
    );
  }
  if (rows.length === 0) {
    return (
      <p className="rounded-card border border-line border-dashed p-8 text-center text-ink-soft">
        Nobody has written yet. Visitors find "Message the business" on your listing's page.
      </p>
    );
  }
  return (
    <>
      <ul className="grid gap-3">
        {rows.map((message) => (
          <li key={message.id}>
            <MessageItem message={message} />
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <LoadMore label="Show more" isLoading={list.isFetchingNextPage} onLoad={() => void list.fetchNextPage()} />
      ) : null}
    </>
  );
}
