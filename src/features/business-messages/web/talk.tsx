import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type FormEvent, useRef, useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate } from '#shared/dates.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { takeFocus } from '#web/forms/take-focus.ts';
import { useSentForm } from '#web/forms/use-sent-form.ts';
import { Link } from '#web/router/link.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { type PlainFormResult, usePlainForm } from '#web/ui/plain-form.tsx';
import { TrapInput } from '#web/ui/trap-input.tsx';
import { maxInARow } from '../in-a-row.ts';
import { getTalk, stopTalk, type Talk } from '../talk-contract.ts';

export const talkQuery = (token: string) => endpointQuery(getTalk, { query: { token } });

const link = 'inline-flex min-h-11 items-center [overflow-wrap:anywhere]';

/** Everything that visitor and business wrote to each other, and the way to go on. */
export function TalkOfVisitor({ token, talk }: { token: string; talk: Talk }) {
  const { business, said, state, isStopped } = talk;
  const plain = usePlainForm('business-talk');
  const [sent, setSent] = useState(plain?.done ? plain.message : '');
  const last = said.at(-1)?.id;
  return (
    <>
      <h1 className="text-34 [overflow-wrap:anywhere]">Your messages with {business.name}</h1>
      <p className="mt-2 text-ink-soft">
        The people of {business.name} read what you write here. Neither side sees the other's email address. Whoever has
        the link to this page can read it and write in your name.
      </p>
      <ol className="mt-6 grid gap-3">
        {said.map((one) => (
          <Said key={one.id} one={one} business={business.name} />
        ))}
      </ol>
      <div className="mt-6 grid gap-6">
        {sent === '' || isStopped ? null : (
          // The form that had the focus goes, and a new one comes.
          <p key={last} ref={takeFocus} tabIndex={-1} role="status" className="rounded-control bg-ground-deep p-4">
            {sent}
          </p>
        )}
        {state === 'open' ? <Reply key={last} token={token} talk={talk} onSent={setSent} /> : <Closed talk={talk} />}
        {state !== 'open' && plain && !plain.done ? <NotSent result={plain} /> : null}
        <Stop token={token} isStopped={isStopped} business={business.name} />
        {business.slug === null ? null : (
          <Link to={`/business/${business.slug}`} className={link}>
            See the page of {business.name}
          </Link>
        )}
      </div>
    </>
  );
}

function Said({
  one: { by, text, isFromElsewhere, createdAt },
  business,
}: {
  one: Talk['said'][number];
  business: string;
}) {
  const { timeZone } = useCity();
  return (
    <li className={clsx('rounded-control p-4', by === 'business' ? 'bg-ground-deep' : 'border border-line-strong')}>
      <p className="text-16 text-ink-soft [overflow-wrap:anywhere]">
        {by === 'business' ? business : 'You'}, {formatDate(createdAt, timeZone)}
      </p>
      {isFromElsewhere ? (
        <p className="mt-1">This came from another email address. {business} has it; it is not shown here.</p>
      ) : (
        <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">{text || '(no words)'}</p>
      )}
    </li>
  );
}

function Closed({ talk: { business, state } }: { talk: Talk }) {
  const words = {
    waits: `You have written ${maxInARow} times since the last answer. Once ${business.name} answers, you can go on here.`,
    full: 'This talk is as long as one can be. To go on, please begin a new one on the page of the business.',
    closed: 'Nobody reads this talk any more, so you cannot write here.',
    open: '',
  };
  return <p className="rounded-control bg-ground-deep p-4 [overflow-wrap:anywhere]">{words[state]}</p>;
}

/** Without script: the talk took nothing any more when the words came, and the box that would keep them is gone. */
function NotSent({ result: { message, values } }: { result: PlainFormResult }) {
  return (
    <div role="alert" className="grid gap-2 rounded-control bg-danger-ground p-4 text-danger">
      <p className="font-semibold">{message}</p>
      {values.text ? (
        <>
          <p>Your words were not sent. To keep them, copy them from here:</p>
          <p className="whitespace-pre-line [overflow-wrap:anywhere]">{values.text}</p>
        </>
      ) : null}
    </div>
  );
}

interface ReplyProps {
  token: string;
  talk: Talk;
  onSent: (message: string) => void;
}

/** A plain form that works with and without script. */
function Reply({ token, talk: { business, said }, onSent }: ReplyProps) {
  const client = useQueryClient();
  const query = new URLSearchParams({ token });
  const { errors, failure, isSending, kept, onSubmit } = useSentForm({
    plainForm: 'business-talk',
    load: async () => (await import('./send-reply.ts')).sendReply(token),
    onSent: (message) => {
      onSent(message);
      void client.invalidateQueries({ queryKey: talkQuery(token).queryKey });
    },
  });
  return (
    <form method="post" action={`/messages/talk?${query}`} noValidate onSubmit={onSubmit} className="grid gap-4">
      {failure === null ? null : (
        <p role="alert" className="rounded-control bg-danger-ground p-4 font-semibold text-danger">
          {failure}
        </p>
      )}
      <TextArea
        label={`Write to ${business.name}`}
        help={`Up to 3,000 characters. ${business.name} reads it. The answer comes to your email.`}
        name="text"
        rows={5}
        required
        defaultValue={kept.text}
        error={errors.text}
      />
      <input type="hidden" name="after" value={said.at(-1)?.id} />
      <TrapInput />
      <Button type="submit" aria-disabled={isSending} className="justify-self-start">
        {isSending ? 'Sending...' : 'Send'}
      </Button>
    </form>
  );
}

/** Somebody else may have typed the address. */
function Stop({ token, isStopped, business }: { token: string; isStopped: boolean; business: string }) {
  const client = useQueryClient();
  const plain = usePlainForm('business-talk-stop');
  const note = useRef<HTMLParagraphElement>(null);
  const stop = useMutation({
    mutationFn: () => callApi(client, stopTalk, { body: { token, isStopped: !isStopped } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: talkQuery(token).queryKey });
      note.current?.focus();
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!stop.isPending) stop.mutate();
  }
  const failure = stop.error
    ? problemMessage(stop.error, 'That did not work. Please try again.')
    : plain && !plain.done
      ? plain.message
      : null;
  return (
    <form
      method="post"
      action={`/messages/talk/stop?${new URLSearchParams({ token })}`}
      onSubmit={submit}
      className="grid gap-2 border-t border-line pt-5"
    >
      <p ref={note} tabIndex={-1} role="status" className="[overflow-wrap:anywhere]">
        {isStopped
          ? `${business} cannot answer you any more: you said so. If you write again, it can.`
          : `You want no more answers from ${business}, or you did not write this?`}
      </p>
      <input type="hidden" name="stop" value={isStopped ? 'no' : 'yes'} />
      <Button type="submit" look="quiet" aria-disabled={stop.isPending} className="justify-self-start">
        {isStopped ? 'Let it answer again' : 'No more answers'}
      </Button>
      {failure === null ? null : (
        <p role="alert" className="text-danger">
          {failure}
        </p>
      )}
    </form>
  );
}
