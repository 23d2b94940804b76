import { useState } from 'react';
import { listQueue, type QueueItem } from '#features/approvals/contract.ts';
import { ReviewQueue } from '#features/approvals/web/review-queue.tsx';
import { useWantedLine } from '#features/approvals/web/use-wanted-line.ts';
import { SampleContentNotice } from '#features/sample-content/web/sample-content-notice.tsx';
import { Filter, StaffHeading } from '#features/staff-frame/web/staff-parts.tsx';
import { useMay } from '#features/staff-frame/web/use-may.ts';
import { useStaffList } from '#features/staff-frame/web/use-staff-list.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

type Kind = QueueItem['kind'] | 'all';

const kinds = [
  ['all', 'All'],
  ['listing', 'Listings'],
  ['claim', 'Claims'],
  ['order', 'Paid orders'],
  ['suggestion', 'Events'],
  ['announcement', 'Announcements'],
  ['change', 'Changes'],
  ['correction', 'Suggested changes'],
  ['report', 'Reports'],
  ['message', 'Messages'],
] as const;

export function Page() {
  const [kind, setKind] = useState<Kind>('all');
  const list = useStaffList<QueueItem>([listQueue.path, kind], (client, cursor) =>
    callApi(client, listQueue, { query: { kind: kind === 'all' ? undefined : kind, cursor } }),
  );
  const { wanted, isDecided, withWanted } = useWantedLine();
  const rows = list.rows && withWanted(list.rows);
  return (
    <>
      <StaffHeading title="Queue">
        <Filter label="Kind" value={kind} options={kinds} onChange={setKind} />
      </StaffHeading>
      {useMay(['administrator']) ? <SampleContentNotice /> : null}
      <p className="mb-3 hidden text-14 text-ink-soft lg:block">
        Keys: <kbd>j</kbd> next, <kbd>k</kbd> previous, <kbd>a</kbd> approve, <kbd>r</kbd> reject a listing, claim or
        event.
      </p>
      {isDecided ? (
        <p role="status" className="mb-3 rounded-control border border-gold-line bg-gold-ground px-4 py-3 text-16">
          This one is decided already.
        </p>
      ) : null}
      {rows === undefined ? (
        list.isError ? (
          <LoadFailed message="We could not load the queue." onRetry={() => void list.refetch()} />
        ) : (
          <Spinner />
        )
      ) : rows.length === 0 ? (
        <p className="rounded-card border border-line border-dashed p-10 text-center text-ink-soft">
          Nothing waits. Well done.
        </p>
      ) : (
        <ReviewQueue items={rows} wanted={wanted} />
      )}
      {list.hasNextPage ? (
        <LoadMore label="Show more" isLoading={list.isFetchingNextPage} onLoad={() => void list.fetchNextPage()} />
      ) : null}
    </>
  );
}
