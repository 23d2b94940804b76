import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { wish } from '#features/accounts/next-page.ts';
import { AccountCard } from '#features/accounts/web/account-card.tsx';
import { currentUserQuery } from '#features/accounts/web/current-user.ts';
import { OtherAddress } from '#features/accounts/web/other-address.tsx';
import { SendAgain } from '#features/accounts/web/send-again.tsx';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { paidTimeWords } from '#features/claims/hand-over-words.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { takeFocus } from '#web/forms/take-focus.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { acceptInvitation, declineInvitation, type getInvitation } from '../contract.ts';
import { invitationWords } from '../invitation-words.ts';
import { AnswerInvitation } from './answer-invitation.tsx';

const note = 'mb-5 rounded-control border border-gold-line bg-gold-ground px-4 py-3 text-16 [overflow-wrap:anywhere]';

interface InvitationCardProps {
  token: string;
  invitation: z.infer<(typeof getInvitation)['answer']>;
  user: CurrentUser;
}

/** The invitation of a mailed link, for somebody who is logged in. */
export default function InvitationCard({ token, invitation, user }: InvitationCardProps) {
  const client = useQueryClient();
  const city = useCity();
  const [done, setDone] = useState<[title: string, text: string] | null>(null);
  const { business, kind, by, email } = invitation;
  if (done !== null) {
    // The button that had the focus is gone.
    const said = (
      <span role="status" tabIndex={-1} ref={takeFocus}>
        {done[1]}
      </span>
    );
    return (
      <AccountCard title={done[0]} text={said}>
        <ButtonLink to="/dashboard">Your dashboard</ButtonLink>
      </AccountCard>
    );
  }
  const isMine = user.email.toLowerCase() === email.toLowerCase();
  const body = { token };
  const path = `/listing-invitation?${new URLSearchParams(body)}`;
  const accept = async () => (await callApi(client, acceptInvitation, { body })).answer.message;
  return (
    <AccountCard
      title={kind === 'owner' ? 'Take a listing over' : 'Manage a listing'}
      text={invitationWords(invitation)}
    >
      {invitation.paid === null ? null : <p className={note}>{paidTimeWords(invitation.paid, city)}</p>}
      {isMine ? (
        <p className="mb-4 text-16 text-ink-soft [overflow-wrap:anywhere]">The invitation is for {email}.</p>
      ) : (
        <OtherAddress email={email} own={user.email} leaving={{ to: '/login', state: wish(path) }}>
          To accept it, log in with the other address, or sign up with it.
        </OtherAddress>
      )}
      {isMine && !user.emailVerified ? <ConfirmFirst email={email} /> : null}
      <AnswerInvitation
        business={business}
        by={by}
        onAccept={isMine && user.emailVerified ? accept : null}
        onDecline={async () => (await callApi(client, declineInvitation, { body })).answer.message}
        onDone={(message, answer) => setDone([answer === 'accepted' ? 'Welcome' : 'Declined', message])}
      />
    </AccountCard>
  );
}

/** The link in the other mail is often opened in another tab, so the page asks again when somebody comes back to it. */
function ConfirmFirst({ email }: { email: string }) {
  useQuery({ ...currentUserQuery, refetchOnWindowFocus: 'always' });
  return (
    <div className={note}>
      <p>
        Please confirm your address first: we sent a link to <strong>{email}</strong>. Once you have opened it, you can
        accept here and on your dashboard.
      </p>
      <SendAgain className="mt-3" />
    </div>
  );
}
