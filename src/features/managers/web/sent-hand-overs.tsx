import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate } from '#shared/dates.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { takeFocus } from '#web/forms/take-focus.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/layout.tsx';
import { listSentHandOvers, type SentHandOver, withdrawInvitation } from '../contract.ts';

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
  if (offers.length === 0 && done === null) return null;
  return (
    <section aria-labelledby="offered">
      <h2 id="offered" className="text-26">
        Waiting for a New Owner
      </h2>
      {done === null ? null : (
        // The button that had the focus is gone.
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
      {offers.length === 0 ? null : (
        <Card className="mt-4 px-5">
          <ul className="divide-y divide-line">
            {offers.map((offer) => (
              <li
                key={offer.id}
                className="flex flex-wrap items-center justify-between gap-3 py-4 [overflow-wrap:anywhere]"
              >
                <span>
                  <strong>{offer.email}</strong> can take <strong>{offer.business.name}</strong> over until{' '}
                  {formatDate(offer.expiresAt, timeZone)}. Until they accept, it is yours.
                </span>
                <Button
                  look="quiet"
                  aria-label={`Take back the offer of ${offer.business.name}`}
                  aria-disabled={isPending}
                  onClick={() => isPending || mutate(offer)}
                >
                  Take back
                </Button>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  );
}
