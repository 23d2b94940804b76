/** A list of businesses that grows on demand, with what it shows while it loads, when it fails and when it is empty. */
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { useHydrated } from '#web/use-hydrated.ts';
import { BusinessGrid, BusinessGridLoading } from './business-grid.tsx';
import type { BusinessPage } from './search-query.ts';

interface BusinessResultsProps {
  list: UseInfiniteQueryResult<InfiniteData<BusinessPage>>;
  /** Number of placeholders while the first page loads. */
  placeholders: number;
  /** Shown when there is nothing to list. */
  empty: ReactNode;
  /** Address of the page that begins at a cursor, for visitors without script. */
  pageAt: (cursor: string) => string;
  /** Numbers the results as the map above them does. */
  isNumbered?: boolean;
  /** Where results begin that hold only a part of the search; null: all hold the whole. */
  closeFrom?: number | null;
}

export function BusinessResults({
  list,
  placeholders,
  empty,
  pageAt,
  isNumbered = false,
  closeFrom = null,
}: BusinessResultsProps) {
  const { data, isError, refetch, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = list;
  const region = useRef<HTMLDivElement>(null);
  const firstNew = useRef<number | null>(null);
  const hydrated = useHydrated();
  const businesses = data?.pages.flatMap((page) => page.businesses) ?? [];
  const count = businesses.length;

  // The pressed button moves or disappears, so the focus goes to the first new business.
  useLayoutEffect(() => {
    if (firstNew.current === null || count <= firstNew.current) return;
    region.current?.querySelectorAll<HTMLElement>('.card-link')[firstNew.current]?.focus();
    firstNew.current = null;
  }, [count]);

  if (data === undefined) {
    return isError ? (
      <LoadFailed message="Failed to fetch businesses" onRetry={() => void refetch()} />
    ) : (
      <BusinessGridLoading count={placeholders} />
    );
  }
  if (count === 0) return empty;

  const next = data.pages.at(-1)?.nextCursor ?? null;
  const showMore = () => {
    firstNew.current = count;
    void fetchNextPage();
  };
  return (
    <div ref={region} className={isNumbered ? 'is-numbered' : undefined}>
      <BusinessGrid businesses={businesses.slice(0, closeFrom ?? count)} />
      {closeFrom !== null && closeFrom < count ? (
        <section aria-labelledby="close">
          <h3 id="close" className="mt-8 mb-4 text-21">
            Close matches
          </h3>
          <BusinessGrid businesses={businesses.slice(closeFrom)} />
        </section>
      ) : null}
      <p role="status" className="sr-only">
        {isFetchingNextPage ? 'Loading more businesses' : ''}
      </p>
      {isFetchNextPageError ? (
        <div className="mt-8">
          <LoadFailed message="Failed to fetch businesses" onRetry={showMore} />
        </div>
      ) : next === null ? null : (
        <p className="mt-8 text-center lg:mt-10">
          {hydrated ? (
            <Button look="secondary" size="large" onClick={showMore} aria-disabled={isFetchingNextPage}>
              {isFetchingNextPage ? 'Loading...' : 'Show more'}
            </Button>
          ) : (
            <ButtonLink look="secondary" size="large" to={pageAt(next)}>
              Show more
            </ButtonLink>
          )}
        </p>
      )}
    </div>
  );
}
