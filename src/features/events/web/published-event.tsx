import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callApi } from '#web/api-client/call-api.ts';
import { SentNotice } from '#web/forms/sent-notice.tsx';
import { Link } from '#web/router/link.tsx';
import { AskOnceMore } from '#web/ui/ask-once-more.tsx';
import { endSuggestion, type PublishedState } from '../suggestion-contract.ts';

interface PublishedEventProps {
  published: PublishedState;
  title: string;
  token: string;
  onEnded: (message: string) => void;
  /** The form that suggests other words. */
  children: ReactNode;
}

/** A suggested event that is in the calendar, for its sender. */
export function PublishedEvent({ published, title, token, onEnded, children }: PublishedEventProps) {
  const { slug, whyNot, change, reason, canTakeOut } = published;
  return (
    <>
      <p className="[overflow-wrap:anywhere]">
        “{title}” is in the calendar. <Link to={`/events/${slug}`}>See it there</Link>
      </p>
      {whyNot === null ? (
        <>
          <section aria-labelledby="end" className="mt-6 border-line border-t pt-6">
            <h2 id="end" className="text-21">
              Is it canceled?
            </h2>
            <div className="mt-3 grid justify-items-start gap-3 [&_button:only-child]:-ml-5">
              <End
                {...{ token, title, onEnded }}
                as="canceled"
                label="Cancel it"
                question="Cancel it? Visitors then see “Canceled” on it, and so do calendars that follow it."
                yes="Yes, cancel it"
              />
              {canTakeOut ? (
                <End
                  {...{ token, title, onEnded }}
                  as="taken-out"
                  label="Take it out of the calendar"
                  question="Take it out? It is then gone from the calendar, for visitors who know of it already, too."
                  yes="Yes, take it out"
                />
              ) : null}
            </div>
          </section>
          <section aria-labelledby="change" className="mt-8 border-line border-t pt-6">
            <h2 id="change" className="text-21">
              Is something different?
            </h2>
            <p className="mt-2 mb-6 text-ink-soft">{changeWords[change ?? 'none']}</p>
            {reason ? (
              <p className="mb-6 rounded-control bg-gold-ground p-4 [overflow-wrap:anywhere]">{reason}</p>
            ) : null}
            {children}
          </section>
        </>
      ) : (
        <p className="mt-4">{whyNot}</p>
      )}
    </>
  );
}

const changeWords = {
  none: 'Change it here. We look at it first; until then visitors see what is there.',
  waiting: 'Your change is with us, and visitors see what was there. What you change here, we see instead.',
  rejected: 'We could not take over your last change. You can change it here and send it again.',
};

interface EndProps extends Pick<PublishedEventProps, 'token' | 'title' | 'onEnded'> {
  as: 'canceled' | 'taken-out';
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
        onEnded(answer.message);
      }}
    />
  );
}

/** The person may have meant another event. */
export function EndedNotice({ message }: { message: string }) {
  return (
    <SentNotice>
      <p>{message} Was that a slip? Answer one of our emails about it, and we put it back.</p>
      <Link to="/events" className="mt-2 inline-flex min-h-11 items-center">
        See the events
      </Link>
    </SentNotice>
  );
}
