import { useQuery } from '@tanstack/react-query';
import { AlertsCard } from '#features/alerts/web/alerts-card.tsx';
import { listQueue, type QueueItem } from '#features/approvals/contract.ts';
import { ReviewQueue } from '#features/approvals/web/review-queue.tsx';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { FailedMailsNote } from '#features/failed-mails/web/failed-mails-note.tsx';
import { WeekIssue } from '#features/newsletter/web/week-issue.tsx';
import { listMissedSearches } from '#features/searches/staff-contract.ts';
import { MissedSearchRow } from '#features/searches/web/missed-search-row.tsx';
import { StaffLink } from '#features/staff-frame/web/staff-link.tsx';
import { StaffHeading, StaffPart } from '#features/staff-frame/web/staff-parts.tsx';
import { useMay } from '#features/staff-frame/web/use-may.ts';
import { useStaffList } from '#features/staff-frame/web/use-staff-list.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** As many of each as one looks at in one sitting; the whole lists are a click away. */
const [maxWaiting, maxSearches] = [20, 5];

/** The weekly hour on one page, in the order in which people wait: answers first, then what helps the town find its way. */
export function Page() {
  const city = useCity();
  const isEditor = useMay(['editor']);
  const isAdministrator = useMay(['administrator']);
  return (
    <>
      <StaffHeading title="This week" />
      <p className="mb-6 text-16 text-ink-soft">What waits in {city.name}, with the button for each.</p>
      <div className="grid gap-8">
        <Waiting />
        {isAdministrator ? <FailedMailsNote /> : null}
        {isEditor ? (
          <StaffPart title="The newsletter">
            <WeekIssue />
          </StaffPart>
        ) : null}
        <InVain />
        <AlertsCard />
      </div>
    </>
  );
}

function Waiting() {
  const list = useStaffList<QueueItem>([listQueue.path, 'week'], (client, cursor) =>
    callApi(client, listQueue, { query: { kind: undefined, cursor } }),
  );
  const rows = list.rows?.slice(0, maxWaiting);
  const isMore = (list.rows?.length ?? 0) > maxWaiting;
  return (
    <StaffPart title="People who wait for an answer">
      {rows === undefined ? (
        list.isError ? (
          <LoadFailed message="We could not load the queue." onRetry={() => void list.refetch()} />
        ) : (
          <Spinner />
        )
      ) : rows.length === 0 ? (
        <p className="text-16">Nobody waits. Well done.</p>
      ) : (
        <ReviewQueue items={rows} />
      )}
      {isMore ? (
        <p className="mt-3 text-16">
          These have waited longest. <StaffLink to="/staff">The whole queue</StaffLink>
        </p>
      ) : null}
    </StaffPart>
  );
}

function InVain() {
  const { data, isError, refetch } = useQuery(endpointQuery(listMissedSearches, { query: { days: '7' } }));
  const unknown = data?.filter(({ means }) => means === null).slice(0, maxSearches);
  return (
    <StaffPart title="Searched in vain">
      {unknown === undefined ? (
        isError ? (
          <LoadFailed message="We could not load the searches." onRetry={() => void refetch()} />
        ) : (
          <Spinner />
        )
      ) : unknown.length === 0 ? (
        <p className="text-16">Every search of the last 7 days found something that fits.</p>
      ) : (
        <ul className="grid gap-2">
          {unknown.map((search) => (
            <li key={search.id}>
              <MissedSearchRow search={search} />
            </li>
          ))}
        </ul>
      )}
    </StaffPart>
  );
}
