import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ownBusinessesQuery } from '#features/businesses/web/owner-queries.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { paidTimeWords } from '#features/claims/hand-over-words.ts';
import { billingQuery } from '#features/premium/web/billing-queries.ts';
import { formatDate } from '#shared/dates.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { takeFocus } from '#web/forms/take-focus.ts';
import { Card } from '#web/ui/layout.tsx';
import { acceptOwnInvitation, declineOwnInvitation, listOwnInvitations } from '../contract.ts';
import { invitationWords } from '../invitation-words.ts';
import { AnswerInvitation } from './answer-invitation.tsx';
import { SentHandOvers } from './sent-hand-overs.tsx';

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
  if (invitations.length === 0 && done === null) return null;

  async function noteDone(message: string) {
    setDone(message);
    // A listing may come with paid time.
    void client.invalidateQueries({ queryKey: billingQuery.queryKey });
    void client.invalidateQueries({ queryKey: ownBusinessesQuery.queryKey });
    await client.invalidateQueries({ queryKey: query.queryKey });
  }

  return (
    <section aria-labelledby="invited">
      <h2 id="invited" className="text-26">
        Invitations for You
      </h2>
      {done === null ? null : (
        // The buttons that had the focus are gone.
        <p
          key={done}
          role="status"
          tabIndex={-1}
          ref={takeFocus}
          className="mt-3 font-semibold [overflow-wrap:anywhere]"
        >
          {done}
        </p>
      )}
      {invitations.length === 0 ? null : (
        <Card className="mt-4 px-5">
          <ul className="divide-y divide-line">
            {invitations.map((invitation) => {
              const { id, business, by, expiresAt } = invitation;
              const params = { id };
              return (
                <li key={id} className="grid gap-3 py-4 [overflow-wrap:anywhere]">
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
                </li>
              );
            })}
          </ul>
        </Card>
      )}
    </section>
  );
}
