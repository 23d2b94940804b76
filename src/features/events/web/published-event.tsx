import type { ReactNode } from 'react';
import { Link } from '#web/router/link.tsx';
import type { PublishedState } from '../suggestion-contract.ts';
import EndEvent, { type Done } from './end-event.tsx';

interface PublishedEventProps {
  published: PublishedState;
  title: string;
  token: string;
  onEnded: (done: Done) => void;
  /** The form that suggests other words. */
  children: ReactNode;
}

/** A suggested event that is in the calendar, for its sender. */
export default function PublishedEvent({ published, title, token, onEnded, children }: PublishedEventProps) {
  const { slug, whyNot, change, reason } = published;
  return (
    <>
      <p className="[overflow-wrap:anywhere]">
        “{title}” is in the calendar. <Link to={`/events/${slug}`}>See it there</Link>
      </p>
      {whyNot === null ? (
        <>
          <EndEvent {...{ published, title, token, onEnded }} />
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
        <>
          <p className="mt-4">{published.canPutBack ? 'You have canceled it, and visitors see that.' : whyNot}</p>
          {published.canPutBack ? <EndEvent {...{ published, title, token, onEnded }} /> : null}
        </>
      )}
    </>
  );
}

const changeWords = {
  none: 'Change it here. We look at it first; until then visitors see what is there.',
  waiting: 'Your change is with us, and visitors see what was there. What you change here, we see instead.',
  rejected: 'We could not take over your last change. You can change it here and send it again.',
};
