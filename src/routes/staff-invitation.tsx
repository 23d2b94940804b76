import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { NeedsScript } from '#features/accounts/web/needs-script.tsx';
import { SpentInvitation } from '#features/accounts/web/spent-invitation.tsx';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { getStaffInvitation } from '#features/staff-invitations/contract.ts';
import { staffInvitationWords } from '#features/staff-invitations/invitation-words.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import type { PageArgs, PageProps } from '#web/page.ts';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { useHydrated } from '#web/use-hydrated.ts';

const InvitationCard = lazy(() => import('#features/staff-invitations/web/invitation-card.tsx'));

/** Answering needs script. */
function WithoutScript({ words }: { words: string }) {
  return (
    <NeedsScript>
      <h1 className="text-34">Invitation</h1>
      <p className="[overflow-wrap:anywhere]">{words}</p>
      <p>To answer it, turn JavaScript on in your browser and load this page again.</p>
    </NeedsScript>
  );
}

const invitationQuery = (token: string) => ({
  ...endpointQuery(getStaffInvitation, { query: { token } }),
  // After the yes it is gone, while the page still says what it was.
  staleTime: Number.POSITIVE_INFINITY,
});

export const queries = ({ search }: PageArgs<'token'>) => [invitationQuery(search.get('token') ?? '')];

/** Opening the link changes nothing: its form or button does. */
export function Page({ search }: PageProps<'token'>) {
  const token = search.get('token') ?? '';
  const { data, error } = useQuery(invitationQuery(token));
  const { name } = useCity();
  const isHydrated = useHydrated();
  const spinner = (
    <PageSpinner
      withoutScript={import.meta.env.SSR && data ? <WithoutScript words={staffInvitationWords(data, name)} /> : null}
    />
  );
  return (
    <>
      <PageHead title="Invitation" description="An invitation to the staff of this site." noIndex />
      {data === undefined ? <SpentInvitation error={error} /> : null}
      {data !== undefined && !isHydrated ? spinner : null}
      {data !== undefined && isHydrated ? (
        <Suspense fallback={spinner}>
          <InvitationCard token={token} invitation={data} />
        </Suspense>
      ) : null}
    </>
  );
}
