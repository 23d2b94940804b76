import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CalendarX, Pencil, Plus } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { whenText } from '#features/events/when-text.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { Link } from '#web/router/link.tsx';
import { showToast } from '#web/toast/toast-store.ts';
import { AskOnceMore } from '#web/ui/ask-once-more.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { keepFocusNear } from '#web/ui/keep-focus-near.ts';
import { Card } from '#web/ui/layout.tsx';
import { endOwnEvent, type OwnEvent, resumeOwnEvent } from '../contract.ts';
import { OwnEventForm } from './own-event-form.tsx';
import { ChangeNote, type PartProps, useOpenForm, Why } from './post-parts.tsx';
import { useTakeOverPosts } from './post-queries.ts';

const eventStates: Record<OwnEvent['state'], ReactNode> = {
  waiting: <Badge tint="orange">We look at it</Badge>,
  shown: <Badge tint="green">In the calendar</Badge>,
  hidden: <Badge tint="red">Not in the calendar</Badge>,
  off: <Badge tint="gray">Canceled</Badge>,
};

export function OwnEvents({ listing, userId }: PartProps) {
  const { timeZone } = useCity();
  const { open, setOpen, close, heading } = useOpenForm();
  const { events, business } = listing;
  return (
    <Card className="p-5 sm:p-8">
      <h2 ref={heading} tabIndex={-1} className="text-26">
        Events
      </h2>
      {events.length === 0 ? (
        <p className="mt-2">Tastings, classes, live music: they stand in the town's calendar and on your page.</p>
      ) : null}
      <ul className="mt-4 grid gap-5 empty:hidden">
        {events.map((event) => (
          <li key={event.id} className="border-t border-line pt-5">
            {open === event.id ? (
              <OwnEventForm listing={listing} event={event} userId={userId} onClose={close} />
            ) : (
              <article aria-label={event.title}>
                <h3 className="text-18 font-semibold [overflow-wrap:anywhere]">
                  {event.slug === null ? event.title : <Link to={`/events/${event.slug}`}>{event.title}</Link>}
                </h3>
                <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-16 text-ink-soft">
                  {eventStates[event.state]}
                  {whenText({ startDate: event.startDate, endDate: null, allDay: event.allDay }, timeZone, '')}
                </p>
                <Why reason={event.reason} />
                {event.change ? (
                  <ChangeNote
                    businessId={business.id}
                    of={event.title}
                    where="in the calendar"
                    change={event.change}
                    onTakenBack={() => heading.current?.focus()}
                  />
                ) : null}
                <div className="mt-3 flex flex-wrap gap-3">
                  {event.form === null ? null : (
                    <Button look="secondary" aria-label={`Change: ${event.title}`} onClick={() => setOpen(event.id)}>
                      <Pencil aria-hidden="true" size={18} />
                      Change
                    </Button>
                  )}
                  {event.canResume ? <ResumeEvent businessId={business.id} event={event} /> : null}
                  {event.state === 'waiting' || event.state === 'shown' ? (
                    <EndEvent
                      businessId={business.id}
                      event={event}
                      isWaiting={event.state === 'waiting'}
                      onEnded={() => heading.current?.focus()}
                    />
                  ) : null}
                </div>
              </article>
            )}
          </li>
        ))}
      </ul>
      {open === 'new' ? (
        <div className="mt-5 border-t border-line pt-5">
          <OwnEventForm listing={listing} userId={userId} onClose={close} />
        </div>
      ) : (
        <Button look={events.length === 0 ? 'primary' : 'secondary'} className="mt-5" onClick={() => setOpen('new')}>
          <Plus aria-hidden="true" size={18} />
          Add an event
        </Button>
      )}
    </Card>
  );
}

function ResumeEvent({ businessId, event: { id, title } }: { businessId: string; event: OwnEvent }) {
  const client = useQueryClient();
  const takeOver = useTakeOverPosts();
  const button = useRef<HTMLButtonElement>(null);
  const { isPending, mutate } = useMutation({
    mutationFn: () => callApi(client, resumeOwnEvent, { params: { id: businessId, postId: id } }),
    onSuccess: ({ answer }) => {
      keepFocusNear(button.current);
      showToast({ title: 'The event is on again. Visitors see that.' });
      takeOver(answer);
    },
    onError: (error) => {
      showToast({
        title: 'Error',
        text: problemMessage(error, 'This could not be saved. Check the connection and try again.'),
        destructive: true,
      });
    },
  });
  return (
    <Button
      ref={button}
      look="secondary"
      aria-label={`It is on after all: ${title}`}
      aria-disabled={isPending}
      onClick={() => isPending || mutate()}
    >
      {isPending ? 'Saving...' : 'It is on after all'}
    </Button>
  );
}

interface EndEventProps {
  businessId: string;
  event: OwnEvent;
  isWaiting: boolean;
  onEnded: () => void;
}

/** Takes an event back that waits, or cancels one that is in the calendar. */
function EndEvent({ businessId, event: { id, title }, isWaiting, onEnded }: EndEventProps) {
  const client = useQueryClient();
  const takeOver = useTakeOverPosts();
  return (
    <AskOnceMore
      label={
        <>
          <CalendarX aria-hidden="true" size={18} />
          {isWaiting ? 'Take back' : 'Cancel event'}
        </>
      }
      name={`${isWaiting ? 'Take back' : 'Cancel event'}: ${title}`}
      question={isWaiting ? 'Take this event back?' : 'Cancel this event? Its page then says so.'}
      yes={isWaiting ? 'Yes, take it back' : 'Yes, cancel it'}
      yesName={isWaiting ? `Yes, take back ${title}` : `Yes, cancel ${title}`}
      no="Keep it"
      act={() => callApi(client, endOwnEvent, { params: { id: businessId, postId: id } })}
      done={isWaiting ? 'The event is taken back' : 'The event is canceled'}
      failed="This could not be saved. Check the connection and try again."
      onDone={({ answer }) => {
        takeOver(answer);
        onEnded();
      }}
    />
  );
}
