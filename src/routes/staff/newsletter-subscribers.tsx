import { useState } from 'react';
import { listSubscribers, type Subscriber, subscriberStates } from '#features/newsletter/subscribers-contract.ts';
import { ImportForm } from '#features/newsletter/web/import-form.tsx';
import { NewsletterLinks } from '#features/newsletter/web/newsletter-links.tsx';
import { SubscriberRow } from '#features/newsletter/web/subscriber-row.tsx';
import { SavedFilters } from '#features/saved-filters/web/saved-filters.tsx';
import { SearchBox } from '#features/staff-frame/web/search-box.tsx';
import { StaffList } from '#features/staff-frame/web/staff-list.tsx';
import { Filter, SmallButton, StaffHeading } from '#features/staff-frame/web/staff-parts.tsx';
import { useFilter } from '#features/staff-frame/web/use-filter.ts';
import { useStaffList } from '#features/staff-frame/web/use-staff-list.ts';
import { queryString } from '#shared/endpoint.ts';
import { formatNumber } from '#shared/numbers.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { totalCount } from '#web/api-client/list-headers.ts';
import { buttonClass } from '#web/ui/button.tsx';

type State = (typeof subscriberStates)[number];

const stateNames: readonly (readonly [State, string])[] = [
  ['all', 'All'],
  ['subscribed', 'Subscribed'],
  ['pending', 'Asked'],
  ['unsubscribed', 'Left'],
  ['suppressed', 'Suppressed'],
];

export function Page() {
  const { filter, setFilter } = useFilter(['search', 'state']);
  const [isImporting, setImporting] = useState(false);
  const [total, setTotal] = useState<number>();
  const { search } = filter;
  const state = stateNames.find(([value]) => value === filter.state)?.[0] ?? 'all';
  const list = useStaffList<Subscriber>([listSubscribers.path, search, state], async (client, cursor) => {
    const result = await callApi(client, listSubscribers, { query: { search, state, cursor } });
    setTotal(totalCount(result.headers, result.answer.length));
    return result;
  });
  return (
    <>
      <StaffHeading title="Subscribers">
        <NewsletterLinks />
      </StaffHeading>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <Filter label="State" value={state} options={stateNames} onChange={(value) => setFilter({ state: value })} />
        <span className="flex flex-wrap gap-2">
          <SmallButton aria-expanded={isImporting} onClick={() => setImporting(!isImporting)}>
            Import
          </SmallButton>
          {/* A plain link: the server answers with a file. */}
          <a
            href={`/staff/newsletter/subscribers.csv${queryString({ search, state })}`}
            download
            className={buttonClass('secondary', 'medium', 'px-4')}
          >
            Export
          </a>
        </span>
      </div>
      {isImporting ? <ImportForm onClose={() => setImporting(false)} /> : null}
      <SearchBox label="Email" value={search} onSearch={(text) => setFilter({ search: text })} />
      <SavedFilters />
      {total === undefined ? null : (
        <p role="status" className="mb-3 numbers text-16 text-ink-soft">
          {`${formatNumber(total)} ${total === 1 ? 'address' : 'addresses'}`}
        </p>
      )}
      <StaffList list={list} what="subscribers" empty="Nobody fits.">
        {(subscriber) => <SubscriberRow subscriber={subscriber} />}
      </StaffList>
    </>
  );
}
