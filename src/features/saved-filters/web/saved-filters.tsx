import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';

import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { takeFocus } from '#web/forms/take-focus.ts';
import { useKeptForm } from '#web/forms/use-kept-form.tsx';
import { Link } from '#web/router/link.tsx';
import { useLocation } from '#web/router/router.tsx';
import { showToast } from '#web/toast/toast-store.ts';
import { TextField } from '#web/ui/field.tsx';
import { listFilters, maxFilterName, type SavedFilter, setFilters } from '../contract.ts';

const query = endpointQuery(listFilters, {});

/** Named searches of the list at this address, each one click away; the present one can be named. */
export function SavedFilters() {
  const { pathname: page, search } = useLocation();
  const client = useQueryClient();
  const [isNaming, setNaming] = useState(false);
  const kept = useKeptForm({ thing: `filter:${page}${search}`, noun: 'name' });
  const { data } = useQuery(query);
  const write = useMutation({
    // Read anew: another window may have saved one.
    mutationFn: async (change: (filters: SavedFilter[]) => SavedFilter[]) => {
      const filters = change(await client.fetchQuery({ ...query, staleTime: 0 }));
      return (await callApi(client, setFilters, { body: { filters } })).answer;
    },
    onSuccess: (answer) => {
      client.setQueryData(query.queryKey, answer);
      setNaming(false);
    },
    onError: (error) =>
      showToast({
        title: 'Error',
        text: problemMessage(error, 'This could not be saved. Check the connection and try again.'),
        destructive: true,
      }),
  });
  if (data === undefined) return null;
  const here = data.filter((filter) => filter.page === page);
  const isSame = (filter: SavedFilter) => filter.page === page && filter.search === search;

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    if (name === '') return;
    write.mutate((filters) => [...filters.filter((one) => !isSame(one)), { name, page, search }], {
      onSuccess: kept.settle,
    });
  }

  return (
    <div className="mb-3 flex flex-wrap items-center gap-2 empty:hidden">
      {here.length > 0 ? (
        <ul aria-label="Saved searches" className="flex flex-wrap gap-2">
          {here.map((filter) => (
            <li
              key={filter.search}
              className="flex items-center rounded-control border border-line bg-card text-16 [overflow-wrap:anywhere]"
            >
              <Link
                to={page + filter.search}
                aria-current={isSame(filter) ? 'page' : undefined}
                className="inline-flex min-h-11 items-center px-3 aria-[current=page]:font-semibold"
              >
                {filter.name}
              </Link>
              <button
                type="button"
                aria-label={`Forget ${filter.name}`}
                className="grid size-11 place-items-center rounded-control hover:bg-ground-deep"
                onClick={() =>
                  write.mutate((filters) =>
                    filters.filter((one) => !(one.page === page && one.search === filter.search)),
                  )
                }
              >
                <X aria-hidden="true" size={18} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {search !== '' && !data.some(isSame) && !isNaming ? (
        <SmallButton onClick={() => setNaming(true)}>Save this search</SmallButton>
      ) : null}
      {isNaming ? (
        <form ref={kept.ref} onSubmit={save} aria-label="Save this search" className="flex flex-wrap items-end gap-2">
          {kept.notice}
          <TextField label="Its name" name="name" maxLength={maxFilterName} ref={takeFocus} />
          <SmallButton type="submit" look="primary" disabled={write.isPending}>
            Save
          </SmallButton>
          <SmallButton onClick={() => setNaming(false)}>Cancel</SmallButton>
        </form>
      ) : null}
    </div>
  );
}
