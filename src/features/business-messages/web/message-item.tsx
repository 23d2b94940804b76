import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate } from '#shared/dates.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { type OwnMessage, readOwnMessage, reportOwnMessage } from '../own-contract.ts';
import { messageCountsQuery, ownMessagesQuery } from './message-queries.ts';

const notReady = 'Your answer was not sent. Please check the connection and try again.';

const states = {
  new: <Badge tint="green">New</Badge>,
  read: <Badge tint="gray">Read</Badge>,
  answered: <Badge tint="gray">Answered</Badge>,
} satisfies Record<OwnMessage['state'], ReactNode>;

/** Both lists that show a message's state. */
function useRefresh() {
  const client = useQueryClient();
  return async () => {
    void client.invalidateQueries({ queryKey: messageCountsQuery.queryKey });
    await client.invalidateQueries({ queryKey: ownMessagesQuery.queryKey });
  };
}

/** Closed: who wrote, to which listing and when. Opening it shows the text and notes that it is read. */
export function MessageItem({ message }: { message: OwnMessage }) {
  const client = useQueryClient();
  const { timeZone } = useCity();
  const refresh = useRefresh();
  const { id, business, name, text, state, createdAt, answer, answeredAt } = message;
  const read = useMutation({
    mutationFn: () => callApi(client, readOwnMessage, { params: { id } }),
    onSuccess: refresh,
  });
  return (
    <article aria-label={`${name} to ${business.name}`}>
      <details
        className="rounded-card border border-line bg-card"
        onToggle={({ currentTarget }) => {
          if (currentTarget.open && state === 'new' && !read.isPending) read.mutate();
        }}
      >
        <summary className="flex min-h-14 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-5 py-3 [overflow-wrap:anywhere]">
          <strong>{name}</strong>
          {states[state]}
          <span className="text-16 text-ink-soft">
            to {business.name}, {formatDate(createdAt, timeZone)}
          </span>
        </summary>
        <div className="grid gap-4 border-t border-line px-5 py-4">
          <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
          {answer === null || answeredAt === null ? (
            <Answer message={message} />
          ) : (
            <section aria-label="Your answer" className="rounded-control bg-ground-deep p-4">
              <p className="text-16 text-ink-soft">You answered, {formatDate(answeredAt, timeZone)}</p>
              <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">{answer}</p>
            </section>
          )}
          <Report message={message} />
        </div>
      </details>
    </article>
  );
}

/** Spam, or worse: staff get the message with the address that the owner does not see. */
function Report({ message: { id, name, isReported } }: { message: OwnMessage }) {
  const client = useQueryClient();
  const refresh = useRefresh();
  const report = useMutation({
    mutationFn: () => callApi(client, reportOwnMessage, { params: { id } }),
    onSuccess: refresh,
    onError: () => showToast({ title: 'Error', text: 'It was not reported. Please try again.', destructive: true }),
  });
  if (isReported) {
    return (
      <p role="status" className="text-16 text-ink-soft">
        You reported this message. Staff look into it.
      </p>
    );
  }
  return (
    <Button
      look="quiet"
      aria-label={`Report this message of ${name}`}
      aria-disabled={report.isPending}
      onClick={() => report.isPending || report.mutate()}
      className="justify-self-start"
    >
      {report.isPending ? 'Reporting...' : 'Report this message'}
    </Button>
  );
}

function Answer({ message: { id, name, canAnswer } }: { message: OwnMessage }) {
  const client = useQueryClient();
  const refresh = useRefresh();
  const [error, setError] = useState<string | undefined>();
  const [isSending, setSending] = useState(false);
  if (!canAnswer) return <p className="text-16 text-ink-soft">This visitor cannot be answered any more.</p>;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const form = event.currentTarget;
    setSending(true);
    const module = await import('./send-answer.ts').catch(() => null);
    const failure = module ? await module.sendAnswer(client, id, form) : notReady;
    setSending(false);
    setError(failure ?? undefined);
    if (failure !== null) return focusFirstInvalid(form, { answer: failure });
    showToast({ title: 'Answer sent', text: `${name} gets it by email, without your address.` });
    await refresh();
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3">
      <TextArea
        label={`Your answer to ${name}`}
        help="We mail it for you. Your email address is not in it."
        name="answer"
        rows={4}
        error={error}
      />
      <Button type="submit" aria-disabled={isSending} className="justify-self-start">
        {isSending ? 'Sending...' : 'Send answer'}
      </Button>
    </form>
  );
}
