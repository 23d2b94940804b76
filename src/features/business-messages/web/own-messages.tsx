import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type FormEvent, useState } from 'react';
import { useSessionEnded } from '#features/accounts/web/use-session-ended.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { MessageItem } from './message-item.tsx';
import { type MessageFilter, ownMessagesQuery } from './message-queries.ts';

/** Messages by the latest word, newest first, page by page. */
export function OwnMessages() {
  const [filter, setFilter] = useState<MessageFilter>({ state: 'all', search: '' });
  const list = useInfiniteQuery({ ...ownMessagesQuery(filter), refetchOnMount: 'always' });
  useSessionEnded(list.error);
  const rows = list.data?.pages.flatMap((page) => page.rows);
  if (rows === undefined) {
    return list.isError ? (
      <LoadFailed message="We could not load your messages." onRetry={() => void list.refetch()} />
    ) : (
      <Spinner label="Loading messages..." />
    );
  }
  const isFiltered = filter.state !== 'all' || filter.search !== '';
  if (rows.length === 0 && !isFiltered) {
    return (
      <p className="rounded-card border border-line border-dashed p-8 text-center text-ink-soft">
        Nobody has written yet. Visitors find "Message the business" on your listing's page.
      </p>
    );
  }
  return (
    <>
      <Filters filter={filter} onChange={setFilter} />
      {rows.length === 0 ? (
        <p role="status" className="text-ink-soft">
          No message is like that.
        </p>
      ) : (
        <ul className="grid gap-3">
          {rows.map((message) => (
            <li key={message.id}>
              <MessageItem message={message} />
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage ? (
        <LoadMore label="Show more" isLoading={list.isFetchingNextPage} onLoad={() => void list.fetchNextPage()} />
      ) : null}
    </>
  );
}

const states = [
  ['all', 'All'],
  ['open', 'To answer'],
  ['answered', 'Answered'],
] as const;

function Filters({ filter, onChange }: { filter: MessageFilter; onChange: (filter: MessageFilter) => void }) {
  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('search');
    onChange({ ...filter, search: typeof typed === 'string' ? typed.trim().slice(0, 100) : '' });
  }
  return (
    <div className="mb-4 grid gap-3">
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">Which messages</legend>
        {states.map(([state, label]) => (
          <button
            key={state}
            type="button"
            aria-pressed={filter.state === state}
            onClick={() => onChange({ ...filter, state })}
            className={clsx(
              'min-h-11 rounded-control border px-3.5 text-16',
              filter.state === state
                ? 'border-action bg-action font-semibold text-on-action'
                : 'border-line-strong bg-card hover:bg-ground-deep',
            )}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <search>
        <form onSubmit={search} className="flex items-end gap-2">
          <div className="min-w-0 grow">
            <TextField
              label="Search your messages"
              hideLabel
              placeholder="A name or a word"
              name="search"
              type="search"
              maxLength={100}
            />
          </div>
          <Button type="submit" look="secondary" className="min-h-12">
            Search
          </Button>
        </form>
      </search>
    </div>
  );
}
