import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate } from '#shared/dates.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { listSentHandOvers, type SentHandOver, withdrawInvitation } from '../contract.ts';
import { WaitingPart } from './waiting-part.tsx';

const query = endpointQuery(listSentHandOvers, {});

/** Listings that are on offer to a new owner, with the way to take the offer back; nothing when there are none. */
export function SentHandOvers() {
  const client = useQueryClient();
  const { timeZone } = useCity();
  const { data: offers = [] } = useQuery({ ...query, refetchOnMount: 'always' });
  const [done, setDone] = useState<string | null>(null);
  const { isPending, mutate } = useMutation({
    mutationFn: ({ id: invitationId, business: { id } }: SentHandOver) =>
      callApi(client, withdrawInvitation, { params: { id, invitationId } }),
    onSuccess: (_, { business }) => setDone(`${business.name} stays yours. The offer is taken back.`),
    onError: (error) => {
      const text = problemMessage(error, 'That did not work. Please try again.');
      showToast({ title: 'Error', text, destructive: true });
    },
    // The offer may have been accepted meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: query.queryKey }),
  });
  return (
    <WaitingPart id="offered" title="Waiting for a New Owner" done={done} items={offers}>
      {(offer) => (
        <>
          <p>
            <strong>{offer.email}</strong> can take <strong>{offer.business.name}</strong> over until{' '}
            {formatDate(offer.expiresAt, timeZone)}. Until they accept, it is yours.
          </p>
          <Button
            look="secondary"
            className="justify-self-start"
            aria-label={`Take back the offer of ${offer.business.name}`}
            aria-disabled={isPending}
            onClick={() => isPending || mutate(offer)}
          >
            Take back
          </Button>
        </>
      )}
    </WaitingPart>
  );
}
