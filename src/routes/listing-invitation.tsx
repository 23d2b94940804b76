import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { SignInGuard } from '#features/accounts/web/sign-in-guard.tsx';
import { SpentInvitation } from '#features/accounts/web/spent-invitation.tsx';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { getInvitation } from '#features/managers/contract.ts';
import { invitationWords } from '#features/managers/invitation-words.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import type { PageArgs, PageProps } from '#web/page.ts';
import { Spinner } from '#web/ui/spinner.tsx';

const InvitationCard = lazy(() => import('#features/managers/web/invitation-card.tsx'));

/** Logging in and accepting need script. */
function WithoutScript({ words }: { words: string }) {
  return (
    <>
      <h1 className="text-34">Invitation</h1>
      <p className="[overflow-wrap:anywhere]">{words}</p>
      <p>To accept or decline it, turn JavaScript on in your browser and load this page again.</p>
    </>
  );
}

const invitationQuery = (token: string) => endpointQuery(getInvitation, { query: { token } });

export const queries = ({ search }: PageArgs<'token'>) => [invitationQuery(search.get('token') ?? '')];

/** Opening the link changes nothing; its buttons do, and accepting needs the account of the invited address. */
export function Page({ search }: PageProps<'token'>) {
  const token = search.get('token') ?? '';
  const { data, error } = useQuery(invitationQuery(token));
  return (
    <>
      <PageHead title="Invitation" description="An invitation to a listing of the directory." noIndex />
      {data ? (
        <SignInGuard withoutScript={import.meta.env.SSR ? <WithoutScript words={invitationWords(data)} /> : null}>
          {(user) => (
            <Suspense fallback={<Spinner />}>
              <InvitationCard token={token} invitation={data} user={user} />
            </Suspense>
          )}
        </SignInGuard>
      ) : (
        <SpentInvitation error={error} />
      )}
    </>
  );
}
