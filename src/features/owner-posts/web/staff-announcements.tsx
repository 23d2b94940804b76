import { useQuery, useQueryClient } from '@tanstack/react-query';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import type { Answer } from '#shared/endpoint.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { listStaffAnnouncements, setPosting } from '../staff-contract.ts';
import { AnnouncementCard } from './announcement-card.tsx';

type Person = Answer<typeof listStaffAnnouncements>['people'][number];

/** The announcements of a listing in every state, and who may publish there without a look. */
export function StaffAnnouncements({ businessId }: { businessId: string }) {
  const { data, error, refetch } = useQuery(endpointQuery(listStaffAnnouncements, { params: { id: businessId } }));
  if (data === undefined) {
    return error ? (
      <LoadFailed message="We could not load the announcements." onRetry={() => void refetch()} />
    ) : (
      <Spinner label="Loading announcements..." />
    );
  }
  return (
    <div className="grid gap-3">
      {data.announcements.length === 0 ? <p className="text-16">None yet.</p> : null}
      <ul className="grid gap-3 empty:hidden">
        {data.announcements.map((announcement) => (
          <li key={announcement.id} className="border-t border-line pt-3">
            <AnnouncementCard announcement={announcement} />
          </li>
        ))}
      </ul>
      {data.people.map((person) => (
        <Posting key={person.id} person={person} />
      ))}
    </div>
  );
}

const words: Record<Person['posting'], string> = {
  first: 'Announcements and events wait for staff, until the first yes.',
  direct: 'Announcements and events are published at once.',
  reviewed: 'Announcements and events always wait for staff.',
};

function Posting({ person: { id, username, posting } }: { person: Person }) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const next = posting === 'direct' ? 'reviewed' : 'direct';
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line pt-3 text-16">
      <span className="[overflow-wrap:anywhere]">
        <strong>{username}</strong>: {words[posting]}
      </span>
      <SmallButton
        disabled={isPending}
        onClick={() =>
          void run(
            () => callApi(client, setPosting, { params: { id }, body: { posting: next } }),
            next === 'direct' ? `${username} publishes at once` : `We look at each post of ${username} first`,
          )
        }
      >
        {posting === 'direct' ? 'Look at each first' : 'Let publish at once'}
        <span className="sr-only">: {username}</span>
      </SmallButton>
    </p>
  );
}
