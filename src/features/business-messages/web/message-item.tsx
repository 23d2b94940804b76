import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate } from '#shared/dates.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { useHasDraft } from '#web/forms/use-has-draft.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { type OwnMessage, readOwnMessage } from '../own-contract.ts';
import { Answer, answerThing } from './answer.tsx';
import { Defense, Posts } from './message-talk.tsx';
import { useRefresh } from './use-refresh.ts';

const states = {
  new: <Badge tint="green">New</Badge>,
  read: <Badge tint="gray">Read</Badge>,
  answered: <Badge tint="gray">Answered</Badge>,
} satisfies Record<OwnMessage['state'], ReactNode>;

/** Closed: who wrote, to which listing and when. Opening it shows the text and notes that it is read. */
export function MessageItem({ message }: { message: OwnMessage }) {
  const client = useQueryClient();
  const { timeZone } = useCity();
  const refresh = useRefresh();
  const { id, business, name, text, posts, state, lastAt, isBlocked, canAnswer, canAnswerAgain } = message;
  const lastWords = posts.findLast(({ kind }) => kind === 'reply')?.text || text;
  // With an answer that was begun it stands open, so that nobody has to look for it.
  const hasDraft = useHasDraft(answerThing(id));
  const [isOpen, setOpen] = useState(hasDraft);
  const read = useMutation({
    mutationFn: () => callApi(client, readOwnMessage, { params: { id } }),
    onSuccess: refresh,
  });
  return (
    <article aria-label={`${name} to ${business.name}`}>
      <details
        className="rounded-card border border-line bg-card"
        open={isOpen}
        onToggle={({ currentTarget }) => {
          setOpen(currentTarget.open);
          if (currentTarget.open && state === 'new' && !read.isPending) read.mutate();
        }}
      >
        <summary className="flex min-h-14 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-5 py-3 [overflow-wrap:anywhere]">
          <strong>{name}</strong>
          {states[state]}
          {isBlocked ? <Badge tint="red">Blocked</Badge> : null}
          <span className="grow text-16 text-ink-soft">
            to {business.name}, {formatDate(lastAt, timeZone)}
          </span>
          <span className="ml-auto inline-flex min-h-11 items-center gap-1 font-semibold text-link">
            {canAnswer && !isOpen ? 'Answer' : null}
            <ChevronDown aria-hidden="true" size={20} className={isOpen ? 'rotate-180' : ''} />
          </span>
          {isOpen ? null : <span className="w-full truncate text-16 text-ink-soft">{lastWords}</span>}
        </summary>
        <div className="grid gap-4 border-t border-line px-5 py-4">
          <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
          <Posts message={message} />
          {canAnswer ? isOpen ? <Answer message={message} /> : null : <NoAnswer message={message} />}
          {canAnswerAgain && isOpen ? <SecondAnswer key={posts.length} message={message} isBegun={hasDraft} /> : null}
          <Defense message={message} />
        </div>
      </details>
    </article>
  );
}

function NoAnswer({ message: { state, isBlocked, hasStopped } }: { message: OwnMessage }) {
  if (isBlocked) return null;
  if (hasStopped) return <p className="text-16 text-ink-soft">This visitor wants no more answers.</p>;
  if (state === 'answered') return null;
  return <p className="text-16 text-ink-soft">This visitor cannot be answered any more.</p>;
}

/** For a slip in the answer that was sent, or something that was forgotten. */
function SecondAnswer({ message, isBegun }: { message: OwnMessage; isBegun: boolean }) {
  const [isOpen, setOpen] = useState(isBegun);
  const part = useRef<HTMLDivElement>(null);
  function open() {
    setOpen(true);
    requestAnimationFrame(() => part.current?.querySelector('textarea')?.focus());
  }
  return (
    <div ref={part}>
      {isOpen ? (
        <Answer message={message} isSecond />
      ) : (
        <Button
          look="quiet"
          aria-label={`Something to correct or add? Answer ${message.name} once more`}
          onClick={open}
        >
          Something to correct or add?
        </Button>
      )}
    </div>
  );
}
