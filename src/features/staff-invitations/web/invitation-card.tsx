import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { logInPath } from '#features/accounts/next-page.ts';
import { AccountCard } from '#features/accounts/web/account-card.tsx';
import { refreshCurrentUser, useCurrentUser } from '#features/accounts/web/current-user.ts';
import { OtherAddress } from '#features/accounts/web/other-address.tsx';
import { SignInGuard } from '#features/accounts/web/sign-in-guard.tsx';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { takeFocus } from '#web/forms/take-focus.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { acceptStaffInvitation, type StaffInvitation } from '../contract.ts';
import { staffInvitationWords } from '../invitation-words.ts';
import { DeclineInvitation } from './decline-invitation.tsx';
import { NewColleague } from './new-colleague.tsx';

interface InvitationCardProps {
  token: string;
  invitation: StaffInvitation;
}

type Answered = 'new' | 'known';

/** The invitation of a mailed link: a form for somebody new, a log-in and a button for somebody with an account. */
export default function InvitationCard({ token, invitation }: InvitationCardProps) {
  const { name } = useCity();
  const { user, isLoading } = useCurrentUser({ ask: true });
  const [answered, setAnswered] = useState<Answered | null>(null);
  const [declined, setDeclined] = useState<string | null>(null);
  const { by, email, hasAccount } = invitation;
  const path = `/staff-invitation?${new URLSearchParams({ token })}`;
  if (declined !== null) return <Declined message={declined} />;
  if (answered !== null) return <Welcome answered={answered} />;
  if (isLoading) return <PageSpinner />;
  const isOther = user !== null && user.email.toLowerCase() !== email.toLowerCase();
  const card = (
    <AccountCard title={`Join the staff of ${name}`} text={staffInvitationWords(invitation, name)}>
      {isOther ? (
        <OtherAddress email={email} own={user.email} leaving={{ to: path }}>
          Log out to answer it.
        </OtherAddress>
      ) : hasAccount ? (
        <Known token={token} email={email} logIn={user === null ? logInPath(path) : null} onDone={setAnswered} />
      ) : (
        <NewColleague token={token} email={email} onDone={() => setAnswered('new')} />
      )}
      {isOther ? null : <DeclineInvitation token={token} by={by} onDone={setDeclined} />}
    </AccountCard>
  );
  return user === null || isOther ? card : <SignInGuard>{() => card}</SignInGuard>;
}

/** The button that had the focus is gone. */
function Declined({ message }: { message: string }) {
  const said = (
    <span role="status" tabIndex={-1} ref={takeFocus}>
      {message}
    </span>
  );
  return (
    <AccountCard title="You said no" text={said}>
      <ButtonLink to="/">Go to the home page</ButtonLink>
    </AccountCard>
  );
}

/** The button or form that had the focus is gone. */
function Welcome({ answered }: { answered: Answered }) {
  const said = (
    <span role="status" tabIndex={-1} ref={takeFocus}>
      {answered === 'new'
        ? 'Your account is there, and you are staff now.'
        : 'You are staff now. You were logged out on every device, so please log in again.'}
    </span>
  );
  return (
    <AccountCard title="Welcome" text={said}>
      <ButtonLink to={answered === 'new' ? '/staff' : logInPath('/staff')}>
        {answered === 'new' ? 'Open the staff area' : 'Log in'}
      </ButtonLink>
    </AccountCard>
  );
}

interface KnownProps {
  token: string;
  email: string;
  /** The log-in page; null for the person of the account. */
  logIn: string | null;
  onDone: (answered: Answered) => void;
}

function Known({ token, email, logIn, onDone }: KnownProps) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callApi(client, acceptStaffInvitation, { body: { token } }),
    onSuccess: async () => {
      onDone('known');
      await refreshCurrentUser(client, false);
    },
  });
  return (
    <>
      <p className="mb-4 text-16 text-ink-soft [overflow-wrap:anywhere]">
        {logIn === null
          ? `The invitation is for ${email}.`
          : `There is an account with ${email}. Log in with it to say yes.`}
      </p>
      {logIn === null ? (
        <Button aria-disabled={isPending} onClick={() => isPending || mutate()}>
          {isPending ? 'Accepting...' : 'Yes, join the staff'}
        </Button>
      ) : (
        <ButtonLink to={logIn}>Log in</ButtonLink>
      )}
      {error ? (
        <p role="alert" className="mt-3 rounded-control bg-danger-ground p-4 font-semibold text-danger">
          {problemMessage(error, 'That did not work. Please try again.')}
        </p>
      ) : null}
    </>
  );
}
