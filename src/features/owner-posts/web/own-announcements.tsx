import { useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { formatDate } from '#shared/dates.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { AskOnceMore } from '#web/ui/ask-once-more.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/layout.tsx';
import { type OwnAnnouncement, type OwnPosts, removeAnnouncement } from '../contract.ts';
import { maxAnnouncements } from '../post-forms.ts';
import { AnnouncementEditor } from './announcement-editor.tsx';
import { ChangeNote, type PartProps, useOpenForm, Why } from './post-parts.tsx';
import { useTakeOverPosts } from './post-queries.ts';

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
                <Why reason={one.reason} />
                {one.change ? (
                  <ChangeNote
                    businessId={business.id}
                    of={one.text.slice(0, 60)}
                    where="on your page"
                    change={one.change}
                    onTakenBack={() => heading.current?.focus()}
                  >
                    <p className="mt-2 whitespace-pre-line [overflow-wrap:anywhere]">{one.change.text}</p>
                    {one.change.url === null ? null : <p className="text-ink-soft break-all">{one.change.url}</p>}
                    <p className="text-ink-soft">Until {formatDate(`${one.change.until}T12:00:00Z`, 'UTC')}</p>
                  </ChangeNote>
                ) : null}
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
                    failed="This could not be removed. Check the connection and try again."
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
