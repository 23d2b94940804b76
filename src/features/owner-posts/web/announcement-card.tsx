import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { ReasonForm } from '#features/staff-frame/web/reason-form.tsx';
import { StaffLink } from '#features/staff-frame/web/staff-link.tsx';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { dayOf, formatDate } from '#shared/dates.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { Badge } from '#web/ui/badge.tsx';
import { decideAnnouncement, type StaffAnnouncement } from '../staff-contract.ts';

const states = {
  waiting: <Badge tint="orange">Waits for you</Badge>,
  shown: <Badge tint="green">Shown</Badge>,
  hidden: <Badge tint="gray">Hidden</Badge>,
};

/** An announcement with the buttons of staff. */
export function AnnouncementCard({ announcement }: { announcement: StaffAnnouncement }) {
  const client = useQueryClient();
  const today = dayOf(new Date(), useCity().timeZone);
  const { isPending, run } = useStaffAction();
  const [isAsking, setAsking] = useState(false);
  const { id, business, text, url, until, status, reason, author, createdAt, changes } = announcement;
  const decide = (shown: boolean, why = '', sent = () => {}) =>
    run(
      () =>
        callApi(client, decideAnnouncement, { params: { id }, body: { shown, reason: why, seen: createdAt } }).then(
          sent,
        ),
      changes !== null
        ? shown
          ? 'The change is on the page'
          : 'The change is rejected'
        : shown
          ? 'The announcement is on the page'
          : 'The announcement is not shown',
      { subjectId: id },
    );
  return (
    <div data-undo={id} className="grid gap-2 text-16 [overflow-wrap:anywhere]">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StaffLink to={`/staff/businesses/${business.id}`}>{business.name}</StaffLink>
        {states[status]}
        <span className="text-14 text-ink-soft">
          {author === null ? 'an account that is gone' : `by ${author.username}`} · <Moment at={createdAt} />
        </span>
      </p>
      {changes === null ? null : (
        <section aria-label="On the page now" className="border-line-strong border-l-2 pl-3 text-ink-soft">
          <p className="text-14 font-semibold">On the page now, until you approve:</p>
          <Words {...changes} today={today} />
        </section>
      )}
      <section aria-label={changes === null ? 'The announcement' : 'As changed'} className="grid gap-2">
        {changes === null ? null : <p className="text-14 font-semibold">As changed:</p>}
        <Words text={text} url={url} until={until} today={today} />
      </section>
      {reason === null ? null : <p className="text-ink-soft">Hidden because: {reason}</p>}
      {isAsking ? (
        <ReasonForm
          thing={`reject:announcement:${id}`}
          label="Why not?"
          help="Its author gets this by mail and sees it beside the announcement."
          maxLength={1000}
          action={status === 'waiting' ? 'Send rejection' : 'Take down'}
          isPending={isPending}
          onSubmit={async (why, sent) => setAsking((await decide(false, why, sent)) !== null)}
          onCancel={() => setAsking(false)}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          {status === 'shown' ? null : (
            <SmallButton
              look={status === 'waiting' ? 'primary' : 'secondary'}
              disabled={isPending}
              onClick={() => void decide(true)}
            >
              {status === 'waiting' ? 'Approve' : 'Show'}
            </SmallButton>
          )}
          {status === 'hidden' ? null : (
            <SmallButton disabled={isPending} onClick={() => setAsking(true)}>
              {status === 'waiting' ? 'Reject' : 'Take down'}
            </SmallButton>
          )}
        </div>
      )}
    </div>
  );
}

interface WordsProps {
  text: string;
  url: string | null;
  until: string;
  today: string;
}

function Words({ text, url, until, today }: WordsProps) {
  return (
    <>
      <p className="whitespace-pre-line">{text}</p>
      {url === null ? null : (
        <p>
          <a href={url} target="_blank" rel="noopener noreferrer">
            {url}
          </a>
        </p>
      )}
      <p className="text-14 text-ink-soft">
        {until < today ? 'Ended on' : 'Until'} {formatDate(`${until}T12:00:00Z`, 'UTC')}
      </p>
    </>
  );
}
