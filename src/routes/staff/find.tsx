import { useQuery } from '@tanstack/react-query';
import { type Found, findAnything, foundKinds, foundPerKind } from '#features/find/contract.ts';
import { SearchBox } from '#features/staff-frame/web/search-box.tsx';
import { RowLink, StaffHeading, StaffPart, StaffRow } from '#features/staff-frame/web/staff-parts.tsx';
import { useFilter } from '#features/staff-frame/web/use-filter.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { Spinner } from '#web/ui/spinner.tsx';

/** One box for listings, people, claims, messages, payments, events, news and readers. */
export function Page() {
  const { filter, setFilter } = useFilter(['text']);
  return (
    <>
      <StaffHeading title="Find" />
      <SearchBox
        label="A name, address, number, email or title"
        value={filter.text}
        onSearch={(text) => setFilter({ text })}
      />
      {filter.text === '' ? (
        <p className="text-16 text-ink-soft">Looks in everything that you may see.</p>
      ) : (
        <Results text={filter.text} />
      )}
    </>
  );
}

function Results({ text }: { text: string }) {
  const { data, error } = useQuery(endpointQuery(findAnything, { query: { text } }));
  if (data === undefined) {
    return error ? (
      <p role="alert" className="text-16 text-danger">
        {problemMessage(error, 'The search failed. Please try again.')}
      </p>
    ) : (
      <Spinner />
    );
  }
  const byKind = Map.groupBy(data, ({ kind }) => kind);
  return (
    <>
      <p role="status" className="mb-4 text-16">
        {data.length === 0 ? `Nothing has “${text}”.` : ''}
      </p>
      <div className="grid gap-6">
        {[...byKind].map(([kind, found]) => (
          <StaffPart key={kind} title={foundKinds[kind].label}>
            <Rows found={found} />
          </StaffPart>
        ))}
      </div>
    </>
  );
}

function Rows({ found }: { found: readonly Found[] }) {
  return (
    <>
      <ul className="grid gap-2">
        {found.map(({ id, title, detail, path }) => (
          <li key={id}>
            <StaffRow>
              <RowLink to={path} className="lg:flex-[2]">
                {title}
              </RowLink>
              <span className="min-w-0 text-ink-soft [overflow-wrap:anywhere] lg:flex-[3]">{detail}</span>
            </StaffRow>
          </li>
        ))}
      </ul>
      {found.length === foundPerKind ? (
        <p className="mt-2 text-14 text-ink-soft">These are the newest {foundPerKind}. More letters find fewer.</p>
      ) : null}
    </>
  );
}
