import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { AccountCard } from '#features/accounts/web/account-card.tsx';
import { SignInGuard } from '#features/accounts/web/sign-in-guard.tsx';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { acceptInvitation, getInvitation } from '#features/managers/contract.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import type { PageArgs, PageProps } from '#web/page.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';

const invitationQuery = (token: string) => endpointQuery(getInvitation, { query: { token } });

export const queries = ({ search }: PageArgs<'token'>) => [invitationQuery(search.get('token') ?? '')];

/** Opening the link changes nothing; its button does, with the account of the invited address. */
export function Page({ search }: PageProps<'token'>) {
  const token = search.get('token') ?? '';
  const { data } = useQuery(invitationQuery(token));
  return (
    <>
      <PageHead title="Invitation" description="An invitation to a listing of the directory." noIndex />
      {data ? (
        <SignInGuard>{() => <Invitation token={token} invitation={data} />}</SignInGuard>
      ) : (
        <AccountCard
          title="This link does not work"
          text="The invitation was used before, was taken back, or is too old. Please ask for a new one."
        >
          <ButtonLink to="/dashboard">Your dashboard</ButtonLink>
        </AccountCard>
      )}
    </>
  );
}

interface InvitationProps {
  token: string;
  invitation: { business: string; kind: 'manager' | 'owner'; by: string; email: string };
}

function Invitation({ token, invitation: { business, kind, by, email } }: InvitationProps) {
  const client = useQueryClient();
  const accept = useMutation({ mutationFn: () => callApi(client, acceptInvitation, { body: { token } }) });
  if (accept.isSuccess) {
    return (
      <AccountCard title="Welcome" text={<span role="status">{accept.data.answer.message}</span>}>
        <ButtonLink to="/dashboard">Your dashboard</ButtonLink>
      </AccountCard>
    );
  }
  return (
    <AccountCard
      title={kind === 'owner' ? 'Take a listing over' : 'Manage a listing'}
      text={
        kind === 'owner'
          ? `${by} hands the listing of ${business} over to you. It comes with its address, history and visitors; a plan that ${by} pays does not come with it.`
          : `${by} invites you to edit the listing of ${business}, answer its messages and see its numbers.`
      }
    >
      <p className="mb-4 text-16 text-ink-soft [overflow-wrap:anywhere]">The invitation is for {email}.</p>
      <Button size="large" aria-disabled={accept.isPending} onClick={() => accept.isPending || accept.mutate()}>
        {accept.isPending ? 'Accepting...' : 'Accept'}
      </Button>
      {accept.isError ? (
        <p role="alert" className="mt-5 rounded-control bg-danger-ground p-4 font-semibold text-danger">
          {problemMessage(accept.error, 'That did not work. Please try again.')}
        </p>
      ) : null}
    </AccountCard>
  );
}
