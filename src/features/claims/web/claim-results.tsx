import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { BusinessSummary } from '#features/businesses/contract.ts';
import { Link } from '#web/router/link.tsx';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { byName } from '../by-name.ts';
import { claimableQuery } from './claimable-query.ts';
import { OwnedListings } from './owned-listings.tsx';

const failedText = 'Failed to fetch businesses';

export type ShowCard = (business: BusinessSummary) => ReactNode;

export function ClaimResults({ search, card }: { search: string; card: ShowCard }) {
  const list = useInfiniteQuery(claimableQuery(search));
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = list;
  const region = useRef<HTMLUListElement>(null);
  const firstNew = useRef<number | null>(null);
  // Each page by itself, so that more never come between those that are shown.
  const claimable = (data?.pages ?? []).flatMap((page) => {
    const { named, others } = byName(page.claimable, search);
    return [...named, ...others];
  });
  const owned = byName(data?.pages.flatMap((page) => page.owned) ?? [], search);
  const allOwned = [...owned.named, ...owned.others];
  const count = claimable.length;

  // The pressed button moves down, so the focus goes to the first new listing.
  useLayoutEffect(() => {
    if (firstNew.current === null || count <= firstNew.current) return;
    region.current?.querySelectorAll<HTMLElement>('article')[firstNew.current]?.querySelector('button')?.focus();
    firstNew.current = null;
  }, [count]);

  if (data === undefined) {
    if (isError) return <LoadFailed message={failedText} onRetry={() => void refetch()} />;
    return <p role="status">Searching...</p>;
  }
  if (count === 0 && !hasNextPage) return <NothingToClaim owned={allOwned} />;
  const more = () => {
    firstNew.current = count;
    void fetchNextPage();
  };
  return (
    <>
      {owned.named.length > 0 ? (
        <section aria-label="Listings with this name that have an owner" className="mb-8">
          <OwnedListings listings={owned.named} />
        </section>
      ) : null}
      <h2 className="text-26 break-words">Listings without an owner</h2>
      <p role="status" className="mt-1 text-ink-soft">
        {isFetchingNextPage ? 'Searching...' : `${count} ${count === 1 ? 'listing' : 'listings'} for "${search}"`}
      </p>
      <ul ref={region} className="mt-5 grid gap-4">
        {claimable.map((business) => (
          <li key={business.id}>{card(business)}</li>
        ))}
      </ul>
      {list.isFetchNextPageError ? (
        <div className="mt-6">
          <LoadFailed message={failedText} onRetry={more} />
        </div>
      ) : hasNextPage ? (
        <p className="mt-6 text-center">
          <Button look="secondary" onClick={more} aria-disabled={isFetchingNextPage}>
            {isFetchingNextPage ? 'Searching...' : 'Show more'}
          </Button>
        </p>
      ) : null}
      {owned.others.length > 0 ? (
        <section aria-labelledby="with-owner" className="mt-8">
          <h2 id="with-owner" className="mb-4 text-26">
            Listings with an owner
          </h2>
          <OwnedListings listings={owned.others} />
        </section>
      ) : null}
    </>
  );
}

function NothingToClaim({ owned }: { owned: readonly BusinessSummary[] }) {
  if (owned.length > 0) {
    return (
      <>
        <p role="status" className="mb-4">
          All matching businesses have already been claimed.
        </p>
        <OwnedListings listings={owned} />
        <p className="mt-4 text-16 text-ink-soft">
          None of them? <Link to="/add-business">Add your business</Link>.
        </p>
      </>
    );
  }
  return (
    <div role="status" className="rounded-card border border-line border-dashed p-8 text-center">
      <p>No businesses found. Try a different search term.</p>
      <p className="mt-2 text-16 text-ink-soft">
        Not listed yet? <Link to="/add-business">Add your business</Link>.
      </p>
    </div>
  );
}
