import { useQuery } from '@tanstack/react-query';
import { SearchBox } from '#features/staff-frame/web/search-box.tsx';
import { RowLink, StaffRow } from '#features/staff-frame/web/staff-parts.tsx';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { findPayers, maxPayers } from '../staff-contract.ts';

interface PayerSearchProps {
  text: string;
  onSearch: (text: string) => void;
}

/** Finds the person to whom a plan is given, or who has paid one in cash or by check. */
export function PayerSearch({ text, onSearch }: PayerSearchProps) {
  return (
    <section aria-labelledby="payers" className="mb-8">
      <h2 id="payers" className="mb-2 text-21">
        One person
      </h2>
      <p className="mb-3 max-w-[66ch] text-16 text-ink-soft">
        Find somebody to record a payment in cash or by check, to give a plan or to end one.
      </p>
      <SearchBox label="User name or email" value={text} onSearch={onSearch} />
      <div role="status">{text === '' ? null : <Found text={text} />}</div>
    </section>
  );
}

function Found({ text }: { text: string }) {
  const isShort = text.length < 2;
  const { data, error, refetch } = useQuery({ ...endpointQuery(findPayers, { query: { text } }), enabled: !isShort });
  if (isShort) return <p className="text-16">Please type at least two letters.</p>;
  if (error) return <LoadFailed message="We could not load the people." onRetry={() => void refetch()} />;
  if (data === undefined) return <p className="text-16">Searching...</p>;
  if (data.length === 0) return <p className="text-16">Nobody fits.</p>;
  return (
    <>
      <ul className="grid gap-2">
        {data.map(({ id, username, email }) => (
          <li key={id}>
            <StaffRow>
              <RowLink to={`/staff/billing/${id}`} className="lg:flex-1">
                {username}
              </RowLink>
              <span className="min-w-0 break-all text-ink-soft lg:flex-[2]">{email}</span>
            </StaffRow>
          </li>
        ))}
      </ul>
      {data.length < maxPayers ? null : (
        <p className="mt-2 text-14 text-ink-soft">These are the first {maxPayers}. Type more of the name.</p>
      )}
    </>
  );
}
