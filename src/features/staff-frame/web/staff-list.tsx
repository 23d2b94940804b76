/** A list of the staff area, with its loading, failed and empty states. */
import type { ReactNode } from 'react';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { LoadingList, Skeleton } from '#web/ui/skeleton.tsx';

interface StaffListProps<T> {
  list: {
    rows: T[] | undefined;
    isError: boolean;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
    refetch: () => unknown;
  };
  /** 'messages' */
  what: string;
  empty: string;
  children: (row: T) => ReactNode;
}

export function StaffList<T extends { id: string }>({ list, what, empty, children }: StaffListProps<T>) {
  if (list.rows === undefined) {
    return list.isError ? (
      <LoadFailed message={`We could not load ${what}.`} onRetry={() => void list.refetch()} />
    ) : (
      <LoadingList count={4} label={`Loading ${what}`} className="grid gap-2">
        <Skeleton className="h-16 rounded-control" />
      </LoadingList>
    );
  }
  if (list.rows.length === 0) {
    return (
      <p className="rounded-card border border-line border-dashed p-8 text-center text-16 text-ink-soft">{empty}</p>
    );
  }
  return (
    <>
      <ul className="grid gap-2">
        {list.rows.map((row) => (
          <li key={row.id}>{children(row)}</li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <LoadMore label="Show more" isLoading={list.isFetchingNextPage} onLoad={() => void list.fetchNextPage()} />
      ) : null}
    </>
  );
}
