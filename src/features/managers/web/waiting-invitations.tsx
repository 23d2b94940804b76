import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ownBusinessesQuery } from '#features/businesses/web/owner-queries.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { paidTimeWords } from '#features/claims/hand-over-words.ts';
import { billingQuery } from '#features/premium/web/billing-queries.ts';
import { formatDate } from '#shared/dates.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { acceptOwnInvitation, declineOwnInvitation, listOwnInvitations } from '../contract.ts';
import { invitationWords } from '../invitation-words.ts';
import { AnswerInvitation } from './answer-invitation.tsx';
import { SentHandOvers } from './sent-hand-overs.tsx';
import { WaitingPart } from './waiting-part.tsx';

const query = endpointQuery(listOwnInvitations, {});

/** Invitations and hand-overs for the person at the page, and with `withSent` also those that they have sent. */
export default function WaitingInvitations({ withSent = false }: { withSent?: boolean }) {
  return (
    <>
      <Invitations />
      {withSent ? <SentHandOvers /> : null}
    </>
  );
}

function Invitations() {
  const client = useQueryClient();
  const city = useCity();
  const { timeZone } = city;
  const { data: invitations = [] } = useQuery({ ...query, refetchOnMount: 'always' });
  const [done, setDone] = useState<string | null>(null);

  async function noteDone(message: string) {
    setDone(message);
    // A listing may come with paid time.
    void client.invalidateQueries({ queryKey: billingQuery.queryKey });
    void client.invalidateQueries({ queryKey: ownBusinessesQuery.queryKey });
    await client.invalidateQueries({ queryKey: query.queryKey });
  }

  return (
    <WaitingPart id="invited" title="Invitations for You" done={done} items={invitations}>
      {(invitation) => {
        const { id, business, by, expiresAt } = invitation;
        const params = { id };
        return (
          <>
            <p>{invitationWords(invitation)}</p>
            <p>
              {invitation.paid === null ? '' : `${paidTimeWords(invitation.paid, city)} `}
              <span className="text-16 text-ink-soft">It waits until {formatDate(expiresAt, timeZone)}.</span>
            </p>
            <div>
              <AnswerInvitation
                business={business}
                by={by}
                onAccept={async () => (await callApi(client, acceptOwnInvitation, { params })).answer.message}
                onDecline={async () => (await callApi(client, declineOwnInvitation, { params })).answer.message}
                onDone={(message) => void noteDone(message)}
              />
            </div>
          </>
        );
      }}
    </WaitingPart>
  );
}
