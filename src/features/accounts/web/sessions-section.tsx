import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate, formatTime } from '#shared/dates.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { endOneSession, endOtherSessions, listSessions } from '../account-contract.ts';
import { AccountSection } from './account-section.tsx';
import { withProof } from './with-proof.ts';

const sessionsQuery = endpointQuery(listSessions, {});

/** The person's sessions; one or all others can be ended. */
export function SessionsSection() {
  const client = useQueryClient();
  const { timeZone } = useCity();
  const { data: sessions, isError, refetch } = useQuery(sessionsQuery);
  const { mutate: end, isPending } = useMutation({
    mutationFn: async (id: string | null) => {
      const end = () =>
        id === null ? callApi(client, endOtherSessions, {}) : callApi(client, endOneSession, { params: { id } });
      return (await withProof<Awaited<ReturnType<typeof end>>>(client, end)).answer.message;
    },
    onSuccess: (message) => showToast({ title: message }),
    onError: (error) =>
      showToast({
        title: 'Error',
        text: problemMessage(error, 'It is still signed in. Check the connection and try again.'),
        destructive: true,
      }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  const at = (instant: string) => `${formatDate(instant, timeZone)}, ${formatTime(instant, timeZone)}`;
  return (
    <AccountSection
      title="Devices"
      text="Where you are signed in. If you do not know one of them, sign it out and change your password. The network is the first part of the internet address that a device signed in from."
    >
      {isError ? <LoadFailed message="We could not load your devices." onRetry={() => void refetch()} /> : null}
      {sessions ? null : <Skeleton className="h-24" />}
      <ul className="grid gap-3">
        {sessions?.map((session) => (
          <li
            key={session.id}
            className="flex flex-wrap items-center justify-between gap-3 border-b border-line pb-3 last:border-0"
          >
            <div>
              <p className="font-semibold">{session.device}</p>
              <p className="numbers text-16 text-ink-soft">
                {session.isCurrent ? 'This device' : `Last used ${at(session.lastUsedAt)}`}, signed in{' '}
                {at(session.createdAt)} from {session.network}
              </p>
            </div>
            {session.isCurrent ? null : (
              <Button look="secondary" disabled={isPending} onClick={() => end(session.id)}>
                Sign Out<span className="sr-only"> {session.device}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions && sessions.length > 1 ? (
        <Button look="secondary" className="mt-4" disabled={isPending} onClick={() => end(null)}>
          Sign Out All Others
        </Button>
      ) : null}
    </AccountSection>
  );
}
