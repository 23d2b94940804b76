import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  addSynonym,
  listMissedSearches,
  listSynonyms,
  type MissedSearch,
  periods,
  type Synonym,
} from '#features/searches/staff-contract.ts';
import { MissedSearchRow } from '#features/searches/web/missed-search-row.tsx';
import { SynonymForm } from '#features/searches/web/synonym-form.tsx';
import { SynonymRow } from '#features/searches/web/synonym-row.tsx';
import { StaffList } from '#features/staff-frame/web/staff-list.tsx';
import { Filter, StaffHeading } from '#features/staff-frame/web/staff-parts.tsx';
import { useFilter } from '#features/staff-frame/web/use-filter.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';

const choices = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'A year'],
] as const;

/** Short lists come whole. */
const whole = { hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => undefined };

export function Page() {
  const { filter, setFilter } = useFilter(['days']);
  const days = periods.find((period) => period === filter.days) ?? '30';
  return (
    <>
      <StaffHeading title="Searches" />
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <section aria-labelledby="missed">
          <h2 id="missed" className="text-21">
            Searched in vain
          </h2>
          <p className="mt-1 mb-3 text-16 text-ink-soft">
            These found nothing, or nothing with every word. We count words, never people.
          </p>
          <div className="mb-3">
            <Filter label="Period" value={days} options={choices} onChange={(value) => setFilter({ days: value })} />
          </div>
          <MissedSearches days={days} />
        </section>
        <section aria-labelledby="synonyms">
          <h2 id="synonyms" className="text-21">
            Synonyms
          </h2>
          <p className="mt-1 mb-3 text-16 text-ink-soft">
            A search for the one finds what the other finds, from the next search on.
          </p>
          <Synonyms />
        </section>
      </div>
    </>
  );
}

function MissedSearches({ days }: { days: (typeof periods)[number] }) {
  const list = useQuery(endpointQuery(listMissedSearches, { query: { days } }));
  return (
    <StaffList<MissedSearch>
      list={{ ...whole, rows: list.data, isError: list.isError, refetch: list.refetch }}
      what="searches"
      empty="Every search of this period found something that fits."
    >
      {(search) => <MissedSearchRow search={search} />}
    </StaffList>
  );
}

function Synonyms() {
  const client = useQueryClient();
  const list = useQuery(endpointQuery(listSynonyms, {}));
  return (
    <>
      <div className="mb-3 rounded-control border border-line bg-card px-4 py-3 text-16">
        <SynonymForm
          thing="synonym:new"
          values={{ term: '', means: '' }}
          action="Add"
          done="The synonym is added."
          onSave={(body) => callApi(client, addSynonym, { body })}
        />
      </div>
      <StaffList<Synonym>
        list={{ ...whole, rows: list.data, isError: list.isError, refetch: list.refetch }}
        what="synonyms"
        empty="None yet. Add one when people call something by another name than our listings do."
      >
        {(synonym) => <SynonymRow synonym={synonym} />}
      </StaffList>
    </>
  );
}
