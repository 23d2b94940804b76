import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import type { OwnOffer } from '../offer-form.ts';
import { type OwnOffers, removeOffer } from '../offers-contract.ts';

interface RemoveOfferProps {
  businessId: string;
  offer: OwnOffer;
  onRemoved: (answer: OwnOffers) => void;
}

/** A button that asks once more before the offer is gone. */
export function RemoveOffer({ businessId, offer, onRemoved }: RemoveOfferProps) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const wasAsked = useRef(false);
  useEffect(() => {
    if (isAsking || wasAsked.current) place.current?.querySelector('button')?.focus();
    wasAsked.current = isAsking;
  }, [isAsking]);
  const remove = useMutation({
    mutationFn: async () =>
      (await callApi(client, removeOffer, { params: { id: businessId, offerId: offer.id } })).answer,
    onSuccess: (answer) => {
      showToast({ title: 'The offer is removed' });
      onRemoved(answer);
    },
    onError: (error) => {
      showToast({ title: 'Error', text: problemMessage(error, 'This could not be removed.'), destructive: true });
    },
  });
  return (
    <div ref={place} className="flex flex-wrap items-center gap-3">
      {isAsking ? (
        <>
          <p className="text-16 font-semibold">Remove this offer for good?</p>
          <Button
            look="danger"
            aria-label={`Yes, remove ${offer.title}`}
            aria-disabled={remove.isPending}
            onClick={() => {
              if (!remove.isPending) remove.mutate();
            }}
          >
            Yes, remove it
          </Button>
          <Button look="secondary" onClick={() => setAsking(false)}>
            Keep it
          </Button>
        </>
      ) : (
        <Button look="quiet" aria-label={`Remove ${offer.title}`} onClick={() => setAsking(true)}>
          <Trash2 aria-hidden="true" size={18} />
          Remove
        </Button>
      )}
    </div>
  );
}
