import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useRef, useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate } from '#shared/dates.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { takeFocus } from '#web/forms/take-focus.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { blockVisitor, type OwnMessage, reportOwnMessage } from '../own-contract.ts';
import { useRefresh } from './use-refresh.ts';

/** The answers, and what the visitor wrote back. */
export function Posts({ message: { name, posts } }: { message: OwnMessage }) {
  const { timeZone } = useCity();
  return posts.map(({ id, kind, text, leftOut, isFromElsewhere, by, createdAt }) => (
    // No landmarks: a talk has several of the same name.
    <article
      key={id}
      aria-label={kind === 'answer' ? 'Your answer' : `${name} wrote back`}
      className={clsx('rounded-control p-4', kind === 'answer' ? 'bg-ground-deep' : 'border border-line-strong')}
    >
      <p className="text-16 text-ink-soft [overflow-wrap:anywhere]">
        {kind === 'answer' ? (by === null ? 'Answered' : `${by} answered`) : `${name} wrote back`},{' '}
        {formatDate(createdAt, timeZone)}
      </p>
      {isFromElsewhere ? <p className="mt-1 font-semibold">From another email address than before.</p> : null}
      <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">{text || '(no words)'}</p>
      {leftOut.length > 0 ? (
        <p className="mt-2 text-14 [overflow-wrap:anywhere]">
          {kind === 'answer' ? 'Files were not sent with it' : 'Files that came with it are not kept'}:{' '}
          {leftOut.join(', ')}
        </p>
      ) : null}
    </article>
  ));
}

/** Spam, or worse: staff get it with the address that the owner does not see; and nothing more comes from there. */
export function Defense({ message }: { message: OwnMessage }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Report message={message} />
      <Block message={message} />
    </div>
  );
}

function Report({ message: { id, name, isReported } }: { message: OwnMessage }) {
  const client = useQueryClient();
  const refresh = useRefresh();
  const [isAsking, setAsking] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const report = useMutation({
    mutationFn: () => callApi(client, reportOwnMessage, { params: { id } }),
    onSuccess: refresh,
    onError: () => showToast({ title: 'Error', text: 'It was not reported. Please try again.', destructive: true }),
  });
  if (isReported) {
    return (
      // The button that had the focus is gone.
      <p role="status" tabIndex={-1} ref={isAsking ? takeFocus : null} className="text-16 text-ink-soft">
        You reported this message. Staff look into it.
      </p>
    );
  }
  if (!isAsking) {
    return (
      <Button look="quiet" ref={opener} aria-label={`Report this message of ${name}`} onClick={() => setAsking(true)}>
        Report this message
      </Button>
    );
  }
  return (
    <fieldset className="grid basis-full gap-3 rounded-control bg-gold-ground p-4">
      <legend className="sr-only">Report this message of {name}</legend>
      <p className="text-16 [overflow-wrap:anywhere]" tabIndex={-1} ref={takeFocus}>
        <strong className="font-semibold">Report this message?</strong> Staff then read all that was written here, and
        see the email address of {name}. A report cannot be taken back.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="danger" aria-disabled={report.isPending} onClick={() => report.isPending || report.mutate()}>
          {report.isPending ? 'Reporting...' : 'Yes, report it'}
        </Button>
        <Button
          look="secondary"
          onClick={() => {
            setAsking(false);
            requestAnimationFrame(() => opener.current?.focus());
          }}
        >
          No
        </Button>
      </div>
    </fieldset>
  );
}

function Block({ message: { id, name, isBlocked } }: { message: OwnMessage }) {
  const client = useQueryClient();
  const refresh = useRefresh();
  const block = useMutation({
    mutationFn: () => callApi(client, blockVisitor, { params: { id }, body: { isBlocked: !isBlocked } }),
    onSuccess: async ({ answer }) => {
      showToast(
        answer.isBlocked
          ? {
              title: `${name} is blocked`,
              text: 'Nothing more comes from this email address, and the visitor is not told.',
            }
          : { title: `${name} may write again` },
      );
      await refresh();
    },
    onError: () => showToast({ title: 'Error', text: 'This could not be saved. Please try again.', destructive: true }),
  });
  return (
    <Button
      look="quiet"
      aria-label={isBlocked ? `Let this visitor write again: ${name}` : `Block this visitor: ${name}`}
      aria-disabled={block.isPending}
      onClick={() => block.isPending || block.mutate()}
    >
      {isBlocked ? 'Let this visitor write again' : 'Block this visitor'}
    </Button>
  );
}
