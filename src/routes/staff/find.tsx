import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { type Found, findAnything, foundKinds, foundPerKind } from '#features/find/contract.ts';
import { SearchBox } from '#features/staff-frame/web/search-box.tsx';
import { RowLink, StaffHeading, StaffPart, StaffRow } from '#features/staff-frame/web/staff-parts.tsx';
import { useFilter } from '#features/staff-frame/web/use-filter.ts';
import { StaffRightsContext } from '#features/staff-frame/web/use-may.ts';
import { hasRight } from '#shared/has-right.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { Spinner } from '#web/ui/spinner.tsx';

/** One box for most of what staff work on. */
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
      {filter.text === '' ? <Where /> : <Results text={filter.text} />}
    </>
  );
}

/** Names what is looked in: a place that is not among them, such as the ads, would be missed without a word. */
function Where() {
  const rights = useContext(StaffRightsContext);
  const kinds = Object.values(foundKinds).filter((kind) => hasRight(rights, kind.rights));
  return (
    <p className="max-w-[66ch] text-16 text-ink-soft">
      Looks in {new Intl.ListFormat('en-US').format(kinds.map(({ label }) => label.toLowerCase()))}: by name, address,
      number, email, title and amount. Letters, claims, suggestions and recommendations are found by their words, too,
      and by what you answered or noted.
    </p>
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
