import { useMutation, useQueryClient } from '@tanstack/react-query';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { SentNotice } from '#web/forms/sent-notice.tsx';
import { Link } from '#web/router/link.tsx';
import { AskOnceMore } from '#web/ui/ask-once-more.tsx';
import { Button } from '#web/ui/button.tsx';
import { type Ending, endSuggestion, type PublishedState } from '../suggestion-contract.ts';

export interface Done {
  as: Ending;
  message: string;
}

interface EndEventProps {
  published: PublishedState;
  title: string;
  token: string;
  onEnded: (done: Done) => void;
}

/** The buttons with which a sender cancels an event or takes it out of the calendar, or takes the cancellation back. */
export default function EndEvent({ published, ...rest }: EndEventProps) {
  if (published.canPutBack) return <PutBack {...rest} />;
  const dropped = published.change === 'waiting' ? ' Your change that waits is dropped with it.' : '';
  return (
    <section aria-labelledby="end" className="mt-6 border-line border-t pt-6">
      <h2 id="end" className="text-21">
        Is it canceled?
      </h2>
      <div className="mt-3 grid justify-items-start gap-3 [&_button:only-child]:-ml-5">
        <End
          {...rest}
          as="canceled"
          label="Cancel it"
          question={`Cancel it? Visitors then see “Canceled” on it, and so do calendars that follow it.${dropped}`}
          yes="Yes, cancel it"
        />
        {published.canTakeOut ? (
          <End
            {...rest}
            as="taken-out"
            label="Take it out of the calendar"
            question={`Take it out? It is then gone from the calendar, for visitors who know of it already, too.${dropped}`}
            yes="Yes, take it out"
          />
        ) : null}
      </div>
    </section>
  );
}

interface EndProps extends Omit<EndEventProps, 'published'> {
  as: Ending;
  label: string;
  question: string;
  yes: string;
}

function End({ token, title, onEnded, as, label, question, yes }: EndProps) {
  const client = useQueryClient();
  return (
    <AskOnceMore
      label={label}
      name={`${label}: ${title}`}
      question={question}
      yes={yes}
      yesName={`${yes}: ${title}`}
      no="Leave it as it is"
      act={() => callApi(client, endSuggestion, { body: { token, as } })}
      failed="That did not work. Please try again."
      onDone={({ answer }) => {
        void client.invalidateQueries();
        onEnded({ as, message: answer.message });
      }}
    />
  );
}

function PutBack({ token, title, onEnded }: Omit<EndEventProps, 'published'>) {
  const client = useQueryClient();
  const put = useMutation({
    mutationFn: () => callApi(client, endSuggestion, { body: { token, as: 'on-again' } }),
    onSuccess: ({ answer }) => {
      void client.invalidateQueries();
      onEnded({ as: 'on-again', message: answer.message });
    },
  });
  return (
    <div className="mt-4">
      <Button
        look="secondary"
        aria-label={`It is on after all: ${title}`}
        aria-disabled={put.isPending}
        onClick={() => put.isPending || put.mutate()}
      >
        {put.isPending ? 'One moment...' : 'It is on after all'}
      </Button>
      {put.isError ? (
        <p role="alert" className="mt-3 rounded-control bg-danger-ground p-4 font-semibold text-danger">
          {problemMessage(put.error, 'That did not work. Please try again.')}
        </p>
      ) : null}
    </div>
  );
}

const wayBack: Record<Ending, string> = {
  canceled: 'Was that a slip, or is it on after all?',
  'taken-out': 'Was that a slip? All that you typed is still here, to be sent again.',
  'on-again': '',
};

/** Stands in place of the page's forms once it is done, with the way back. */
export function EndedNotice({ done: { as, message }, ...rest }: Omit<EndEventProps, 'published'> & { done: Done }) {
  return (
    <SentNotice key={as}>
      <p>
        {message} We have sent you an email about it. {wayBack[as]}
      </p>
      {as === 'canceled' ? <PutBack {...rest} /> : null}
      <p className="mt-2 flex flex-wrap gap-x-6">
        {as === 'taken-out' ? (
          // A full page load shows the form with what was typed.
          <a href={`/events/suggested?${new URLSearchParams({ token: rest.token })}`} className={lineLook}>
            Send it again
          </a>
        ) : null}
        <Link to="/events" className={lineLook}>
          See the events
        </Link>
      </p>
    </SentNotice>
  );
}

const lineLook = 'inline-flex min-h-11 items-center';
