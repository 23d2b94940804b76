import { useQueryClient } from '@tanstack/react-query';
import { CalendarX, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { whenText } from '#features/events/when-text.ts';
import { formatDate } from '#shared/dates.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { Link } from '#web/router/link.tsx';
import { AskOnceMore } from '#web/ui/ask-once-more.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/layout.tsx';
import { endOwnEvent, type OwnAnnouncement, type OwnEvent, type OwnPosts, removeAnnouncement } from '../contract.ts';
import { maxAnnouncements } from '../post-forms.ts';
import { AnnouncementEditor } from './announcement-editor.tsx';
import { OwnEventForm } from './own-event-form.tsx';
import { useTakeOverPosts } from './post-queries.ts';

interface PartProps {
  listing: OwnPosts;
  userId: string;
}

/** The button that opened a form is gone once it closes: keyboards continue at the heading. */
function useOpenForm() {
  const [open, setOpen] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (open === null && wasOpen.current) heading.current?.focus();
    wasOpen.current = open !== null;
  }, [open]);
  return { open, setOpen, close: () => setOpen(null), heading };
}

const why = (reason: string | null): ReactNode =>
  reason === null ? null : (
    <p className="mt-2 rounded-control bg-danger-ground px-4 py-3 text-16 [overflow-wrap:anywhere]">
      Because: {reason}
    </p>
  );

function AnnouncementState({ announcement, listing }: { announcement: OwnAnnouncement; listing: OwnPosts }) {
  if (announcement.state === 'hidden') return <Badge tint="red">Not shown</Badge>;
  if (announcement.until < listing.today) return <Badge tint="gray">Ended</Badge>;
  if (announcement.state === 'waiting') return <Badge tint="orange">We look at it</Badge>;
  return <Badge tint="green">On your page</Badge>;
}

export function OwnAnnouncements({ listing, userId }: PartProps) {
  const client = useQueryClient();
  const takeOver = useTakeOverPosts();
  const { open, setOpen, close, heading } = useOpenForm();
  const { announcements, business, today } = listing;
  const running = announcements.filter(({ until, state }) => until >= today && state !== 'hidden').length;
  return (
    <Card className="p-5 sm:p-8">
      <h2 ref={heading} tabIndex={-1} className="text-26">
        Announcements
      </h2>
      {announcements.length === 0 ? (
        <p className="mt-2">
          Tell visitors what is new: new hours, a new dish, a day off. Up to {maxAnnouncements} stand on your page.
        </p>
      ) : null}
      <ul className="mt-4 grid gap-5 empty:hidden">
        {announcements.map((one) => (
          <li key={one.id} className="border-t border-line pt-5">
            {open === one.id ? (
              <AnnouncementEditor listing={listing} announcement={one} userId={userId} onClose={close} />
            ) : (
              <article aria-label={one.text.slice(0, 60)}>
                <p className="whitespace-pre-line [overflow-wrap:anywhere]">{one.text}</p>
                {one.url === null ? null : <p className="text-16 text-ink-soft break-all">{one.url}</p>}
                <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-16 text-ink-soft">
                  <AnnouncementState announcement={one} listing={listing} />
                  {one.until < today ? 'Ended on' : 'Until'} {formatDate(`${one.until}T12:00:00Z`, 'UTC')}
                </p>
                {why(one.reason)}
                <div className="mt-3 flex flex-wrap gap-3">
                  <Button look="secondary" onClick={() => setOpen(one.id)}>
                    <Pencil aria-hidden="true" size={18} />
                    Change
                  </Button>
                  <AskOnceMore
                    label={
                      <>
                        <Trash2 aria-hidden="true" size={18} />
                        Remove
                      </>
                    }
                    name={`Remove: ${one.text.slice(0, 60)}`}
                    question="Remove this announcement for good?"
                    yes="Yes, remove it"
                    yesName={`Yes, remove: ${one.text.slice(0, 60)}`}
                    no="Keep it"
                    act={() => callApi(client, removeAnnouncement, { params: { id: business.id, postId: one.id } })}
                    done="The announcement is removed"
                    failed="This could not be removed."
                    onDone={({ answer }) => {
                      takeOver(answer);
                      heading.current?.focus();
                    }}
                  />
                </div>
              </article>
            )}
          </li>
        ))}
      </ul>
      {open === 'new' ? (
        <div className="mt-5 border-t border-line pt-5">
          <AnnouncementEditor listing={listing} userId={userId} onClose={close} />
        </div>
      ) : running < maxAnnouncements ? (
        <Button
          look={announcements.length === 0 ? 'primary' : 'secondary'}
          className="mt-5"
          onClick={() => setOpen('new')}
        >
          <Plus aria-hidden="true" size={18} />
          Write an announcement
        </Button>
      ) : (
        <p className="mt-5 text-16 text-ink-soft">
          That is all there is room for. To write another one, change or remove one of these.
        </p>
      )}
    </Card>
  );
}

const eventStates: Record<OwnEvent['state'], ReactNode> = {
  waiting: <Badge tint="orange">We look at it</Badge>,
  shown: <Badge tint="green">In the calendar</Badge>,
  hidden: <Badge tint="red">Not in the calendar</Badge>,
  off: <Badge tint="gray">Canceled</Badge>,
};

export function OwnEvents({ listing, userId }: PartProps) {
  const client = useQueryClient();
  const takeOver = useTakeOverPosts();
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
        {events.map(({ id, title, startDate, allDay, state, reason, slug }) => (
          <li key={id} className="border-t border-line pt-5">
            <article aria-label={title}>
              <h3 className="text-18 font-semibold [overflow-wrap:anywhere]">
                {slug === null ? title : <Link to={`/events/${slug}`}>{title}</Link>}
              </h3>
              <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-16 text-ink-soft">
                {eventStates[state]}
                {whenText({ startDate, endDate: null, allDay }, timeZone, '')}
              </p>
              {why(reason)}
              {state === 'waiting' || state === 'shown' ? (
                <div className="mt-3">
                  <AskOnceMore
                    label={
                      <>
                        <CalendarX aria-hidden="true" size={18} />
                        {state === 'waiting' ? 'Take back' : 'Cancel event'}
                      </>
                    }
                    name={`${state === 'waiting' ? 'Take back' : 'Cancel event'}: ${title}`}
                    question={
                      state === 'waiting' ? 'Take this event back?' : 'Cancel this event? Its page then says so.'
                    }
                    yes={state === 'waiting' ? 'Yes, take it back' : 'Yes, cancel it'}
                    yesName={state === 'waiting' ? `Yes, take back ${title}` : `Yes, cancel ${title}`}
                    no="Keep it"
                    act={() => callApi(client, endOwnEvent, { params: { id: business.id, postId: id } })}
                    done={state === 'waiting' ? 'The event is taken back' : 'The event is canceled'}
                    failed="This could not be saved."
                    onDone={({ answer }) => {
                      takeOver(answer);
                      heading.current?.focus();
                    }}
                  />
                </div>
              ) : null}
            </article>
          </li>
        ))}
      </ul>
      {open === null ? (
        <Button look={events.length === 0 ? 'primary' : 'secondary'} className="mt-5" onClick={() => setOpen('new')}>
          <Plus aria-hidden="true" size={18} />
          Add an event
        </Button>
      ) : (
        <div className="mt-5 border-t border-line pt-5">
          <OwnEventForm listing={listing} userId={userId} onClose={close} />
        </div>
      )}
    </Card>
  );
}
