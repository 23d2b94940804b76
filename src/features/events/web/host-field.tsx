import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { searchAllBusinesses } from '#features/businesses/staff-contract.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';

const maxFound = 6;

interface HostFieldProps {
  id: string | null;
  name: string;
  error: string | undefined;
  onChange: (host: { businessId: string | null; businessName: string }) => void;
}

/** The listing that puts an event on: its page shows the event, and the event names it. */
export function HostField({ id, name, error, onChange }: HostFieldProps) {
  const [search, setSearch] = useState('');
  const asked = search.trim();
  const { data } = useQuery({
    ...endpointQuery(searchAllBusinesses, { query: { search: asked, status: 'approved' } }),
    enabled: asked.length > 1,
  });
  if (id !== null) {
    return (
      <div className="text-16">
        <p className="font-semibold">Business</p>
        <p className="mt-1 flex flex-wrap items-center gap-3">
          <span className="min-w-0 wrap-anywhere">{name}</span>
          <Button look="secondary" onClick={() => onChange({ businessId: null, businessName: '' })}>
            Take off
          </Button>
        </p>
        {error ? <p className="mt-1 font-medium text-danger">{error}</p> : null}
      </div>
    );
  }
  const found = asked.length > 1 ? data?.slice(0, maxFound) : [];
  return (
    <div>
      <TextField
        label="Business (optional)"
        name="host"
        type="search"
        help="Type a part of its name. The event then stands on its page, too."
        value={search}
        error={error}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={(event) => {
          // The whole form is not sent from here.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <ul className="mt-2 grid gap-2 empty:hidden">
        {found?.map((business) => (
          <li key={business.id}>
            <Button
              look="secondary"
              onClick={() => {
                setSearch('');
                onChange({ businessId: business.id, businessName: business.name });
              }}
            >
              {business.name}
              {business.address ? <span className="font-normal text-ink-soft">{business.address}</span> : null}
            </Button>
          </li>
        ))}
      </ul>
      {found?.length === 0 && asked.length > 1 ? (
        <p role="status" className="mt-1 text-16 text-ink-soft">
          No approved business fits.
        </p>
      ) : null}
    </div>
  );
}
