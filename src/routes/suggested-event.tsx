import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { getSentSuggestion } from '#features/events/suggestion-contract.ts';
import type { Done } from '#features/events/web/end-event.tsx';
import { SuggestionForm } from '#features/events/web/suggestion-form.tsx';
import { problemMessage } from '#web/api-client/api-error.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { SentNotice } from '#web/forms/sent-notice.tsx';
import type { PageArgs, PageProps } from '#web/page.ts';
import { Link } from '#web/router/link.tsx';
import { Card, Container } from '#web/ui/layout.tsx';
import { usePlainForm } from '#web/ui/plain-form.tsx';
import { serverDrawn } from '#web/ui/server-drawn.tsx';

/** Apart, for the weight of the page. */
const PublishedEvent = serverDrawn(() => import('#features/events/web/published-event.tsx'));
const EndedNotice = lazy(async () => ({ default: (await import('#features/events/web/end-event.tsx')).EndedNotice }));

/** Apart, for the weight of the page. */
const TakeBack = serverDrawn(() => import('#features/events/web/take-back.tsx'));

const sentQuery = (token: string) => endpointQuery(getSentSuggestion, { query: { token } });

export const queries = ({ search }: PageArgs<'token'>) => [sentQuery(search.get('token') ?? '')];

/** An event that somebody suggested, for its sender: to change it, to send it again, to take it back. */
export function Page({ search }: PageProps<'token'>) {
  const token = search.get('token') ?? '';
  return (
    <>
      <PageHead title="Your event" description="Change it, or take it back." noIndex />
      <Container className="py-10 lg:py-16">
        <Card className="mx-auto max-w-3xl p-6 sm:p-8">
          <h1 className="text-34">Your event</h1>
          <div className="mt-4">
            <SentEvent token={token} />
          </div>
        </Card>
      </Container>
    </>
  );
}

function SentEvent({ token }: { token: string }) {
  const plain = usePlainForm('suggestion-again');
  // The typed words must outlive any later answer of the server.
  const { data, error } = useQuery({ ...sentQuery(token), staleTime: Number.POSITIVE_INFINITY });
  const [isGone, setGone] = useState(false);
  const [done, setDone] = useState<Done | null>(null);
  if (isGone) return <SentNotice>Your event is taken back. Nobody looks at it any more.</SentNotice>;
  if (plain?.done) return <SentNotice>{plain.message}</SentNotice>;
  if (data === undefined) {
    return (
      <p>
        {error ? problemMessage(error, 'It cannot be shown just now. Please try again.') : 'Loading...'}{' '}
        <Link to="/events/suggest">Suggest an event</Link>
      </p>
    );
  }
  const { published } = data;
  if (done !== null) {
    return (
      <Suspense fallback={null}>
        <EndedNotice done={done} title={data.title} token={token} onEnded={setDone} />
      </Suspense>
    );
  }
  if (published !== null) {
    return (
      <PublishedEvent published={published} title={data.title} token={token} onEnded={setDone}>
        <SuggestionForm again={{ token, values: data.values, isPublished: true }} />
      </PublishedEvent>
    );
  }
  if (data.status === 'approved') {
    return (
      <p>
        “{data.title}” is not in the calendar any more. <Link to="/events/suggest">Suggest an event</Link>
      </p>
    );
  }
  return (
    <>
      {data.status === 'rejected' ? (
        <div className="mb-6 rounded-control border border-gold-line bg-gold-ground p-4 [overflow-wrap:anywhere]">
          <p className="font-semibold">We could not take it as it was. Change what is asked for, and send it again.</p>
          {data.reason ? <p className="mt-1">{data.reason}</p> : null}
        </div>
      ) : data.status === 'withdrawn' ? (
        <p className="mb-6 text-ink-soft">You took it out of the calendar. Is it on after all? Send it again.</p>
      ) : (
        <p className="mb-6 text-ink-soft">It waits for us. What you change here, we see instead.</p>
      )}
      <SuggestionForm again={{ token, values: data.values }} />
      {data.status === 'waiting' ? <TakeBack token={token} title={data.title} onGone={() => setGone(true)} /> : null}
    </>
  );
}
