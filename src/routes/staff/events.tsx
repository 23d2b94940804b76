import { eventStates, listStaffEvents, type StaffEventRow as Row } from '#features/events/staff-contract.ts';
import { listSuggestions, type StaffSuggestion } from '#features/events/staff-suggestion-contract.ts';
import { FeedsPanel } from '#features/events/web/feeds-panel.tsx';
import { StaffEventRow } from '#features/events/web/staff-event-row.tsx';
import { SuggestionFacts } from '#features/events/web/suggestion-facts.tsx';
import { SavedFilters } from '#features/saved-filters/web/saved-filters.tsx';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { ExportLink } from '#features/staff-frame/web/export-link.tsx';
import { SearchBox } from '#features/staff-frame/web/search-box.tsx';
import { StaffList } from '#features/staff-frame/web/staff-list.tsx';
import { Filter, StaffHeading, StatusBadge } from '#features/staff-frame/web/staff-parts.tsx';
import { useFilter } from '#features/staff-frame/web/use-filter.ts';
import { useStaffList } from '#features/staff-frame/web/use-staff-list.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { Link } from '#web/router/link.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

const states: readonly (readonly [value: string, label: string])[] = [
  ['', 'Upcoming'],
  ['past', 'Past'],
  ['cancelled', 'Canceled'],
  ['suggestions', 'Suggestions'],
];

const empty: Record<string, string> = {
  upcoming: 'Nothing is planned. Put the next event in, or import a calendar.',
  past: 'Nothing is over yet.',
  cancelled: 'Nothing is canceled.',
};

export function Page() {
  const { filter, setFilter } = useFilter(['search', 'state']);
  const state = states.some(([value]) => value === filter.state) ? filter.state : '';
  return (
    <>
      <StaffHeading title="Events">
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/staff/events/new">New event</ButtonLink>
          <ButtonLink look="secondary" to="/staff/events/import">
            Import
          </ButtonLink>
          {state === 'suggestions' ? null : (
            <ExportLink list="events" rights={['editor']} filter={{ state, search: filter.search }} />
          )}
        </div>
      </StaffHeading>
      <div className="mb-3">
        <Filter label="State" value={state} options={states} onChange={(value) => setFilter({ state: value })} />
      </div>
      {state === 'suggestions' ? (
        <>
          <SearchBox
            label="Title, place or sender"
            value={filter.search}
            onSearch={(text) => setFilter({ search: text })}
          />
          <Suggestions search={filter.search} />
        </>
      ) : (
        <>
          <SearchBox
            label="Title, place or description"
            value={filter.search}
            onSearch={(text) => setFilter({ search: text })}
          />
          <SavedFilters />
          <Events state={eventStates.find((one) => one === state) ?? 'upcoming'} search={filter.search} />
        </>
      )}
      <FeedsPanel />
    </>
  );
}

function Events({ state, search }: { state: (typeof eventStates)[number]; search: string }) {
  const list = useStaffList<Row>([listStaffEvents.path, state, search], (client, cursor) =>
    callApi(client, listStaffEvents, { query: { state, search, cursor } }),
  );
  return (
    <StaffList list={list} what="events" empty={search ? 'No event fits.' : (empty[state] ?? '')}>
      {(event) => <StaffEventRow event={event} />}
    </StaffList>
  );
}

function Suggestions({ search }: { search: string }) {
  const list = useStaffList<StaffSuggestion>([listSuggestions.path, search], (client, cursor) =>
    callApi(client, listSuggestions, { query: { search, cursor } }),
  );
  return (
    <StaffList
      list={list}
      what="suggestions"
      empty={search ? 'No suggestion fits.' : 'Nobody has suggested an event yet.'}
    >
      {(suggestion) => (
        <article className="grid gap-4 rounded-control border border-line bg-card p-4">
          <header className="flex flex-wrap items-baseline gap-3 text-16">
            <StatusBadge status={suggestion.isTakenOut ? 'withdrawn' : suggestion.status} />
            <strong className="break-words">{suggestion.title}</strong>
            <span className="text-14 text-ink-soft">
              <Moment at={suggestion.confirmedAt} />
            </span>
          </header>
          {suggestion.status === 'waiting' ? <SuggestionFacts suggestion={suggestion} /> : null}
          {suggestion.isTakenOut ? <p className="text-16">Its sender took it out of the calendar.</p> : null}
          {suggestion.reason ? <p className="text-16">Rejected: {suggestion.reason}</p> : null}
          <p className="flex flex-wrap gap-4 text-16">
            {suggestion.isTakenOut ? (
              <Link to={`/staff/events/new?suggestion=${suggestion.id}`}>Put it back</Link>
            ) : null}
            {suggestion.status === 'waiting' && suggestion.changes === null ? (
              <Link to={`/staff/events/new?suggestion=${suggestion.id}`}>Approve with edits</Link>
            ) : null}
            {suggestion.status === 'waiting' ? <Link to="/staff">Decide in the queue</Link> : null}
            {suggestion.eventId ? <Link to={`/staff/events/${suggestion.eventId}`}>See the event</Link> : null}
          </p>
        </article>
      )}
    </StaffList>
  );
}
