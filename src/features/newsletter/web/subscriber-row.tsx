import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { SmallButton, StaffRow } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { Badge, type Tint } from '#web/ui/badge.tsx';
import { topicNames } from '../blocks.ts';
import { deleteSubscriber, type Subscriber, suppressSubscriber } from '../subscribers-contract.ts';

const states: Record<Subscriber['state'], readonly [tint: Tint, label: string]> = {
  subscribed: ['green', 'Subscribed'],
  pending: ['blue', 'Asked to confirm'],
  unsubscribed: ['gray', 'Left'],
  suppressed: ['red', 'Suppressed'],
};

const reasons: Record<NonNullable<Subscriber['reason']>, string> = {
  refused: 'the mail server said there is no such mailbox',
  bounced: 'mails came back',
  complained: 'marked as spam',
  staff: 'by staff',
};

export function SubscriberRow({ subscriber }: { subscriber: Subscriber }) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const [isAsked, setAsked] = useState(false);
  const { id, email, state, reason, detail, suppressedAt, topics, source, consentNote, createdAt } = subscriber;
  const [tint, label] = states[state];
  const isSuppressed = state === 'suppressed';
  const params = { id };
  return (
    <StaffRow className="lg:flex-wrap">
      <strong className="min-w-0 break-all lg:flex-[2]">{email}</strong>
      <span className="min-w-0 text-16 lg:flex-[2]">
        <Badge tint={tint}>{label}</Badge>
        {reason && suppressedAt ? (
          <span className="text-14 text-ink-soft">
            {' '}
            {reasons[reason]}, <Moment at={suppressedAt} />
          </span>
        ) : null}
        {detail ? <span className="block text-14 [overflow-wrap:anywhere] text-ink-soft">“{detail}”</span> : null}
        <span className="block text-14 text-ink-soft">{topics.map((topic) => topicNames[topic]).join(', ')}</span>
      </span>
      <span className="min-w-0 text-14 break-words text-ink-soft lg:flex-[2]">
        {source === 'import' ? 'Imported ' : 'Subscribed on the site '}
        <Moment at={createdAt} />
        {consentNote ? <span className="block">“{consentNote}”</span> : null}
      </span>
      <span className="flex flex-wrap gap-2">
        <SmallButton
          disabled={isPending}
          aria-label={`${isSuppressed ? 'Allow' : 'Suppress'} ${email}`}
          onClick={() =>
            void run(
              () => callApi(client, suppressSubscriber, { params, body: { suppressed: !isSuppressed } }),
              isSuppressed ? 'Allowed again' : 'Suppressed',
            )
          }
        >
          {isSuppressed ? 'Allow again' : 'Suppress'}
        </SmallButton>
        <SmallButton look="danger" disabled={isPending} aria-label={`Delete ${email}`} onClick={() => setAsked(true)}>
          Delete
        </SmallButton>
      </span>
      {isAsked ? (
        <fieldset className="flex w-full flex-wrap items-center gap-2 rounded-control border border-danger p-3">
          <legend className="sr-only">Are you sure?</legend>
          <span className="min-w-0 flex-1">
            The address is erased everywhere.{isSuppressed ? ' A hash stays, so that nothing is sent there.' : ''}
          </span>
          <SmallButton
            look="primary"
            disabled={isPending}
            onClick={() => void run(() => callApi(client, deleteSubscriber, { params }), 'Erased')}
          >
            Erase it
          </SmallButton>
          <SmallButton look="quiet" onClick={() => setAsked(false)}>
            Cancel
          </SmallButton>
        </fieldset>
      ) : null}
    </StaffRow>
  );
}
