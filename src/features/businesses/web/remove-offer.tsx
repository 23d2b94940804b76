import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { callApi } from '#web/api-client/call-api.ts';
import { AskOnceMore } from '#web/ui/ask-once-more.tsx';
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
  return (
    <AskOnceMore
      label={
        <>
          <Trash2 aria-hidden="true" size={18} />
          Remove
        </>
      }
      name={`Remove ${offer.title}`}
      question="Remove this offer for good?"
      yes="Yes, remove it"
      yesName={`Yes, remove ${offer.title}`}
      no="Keep it"
      act={async () => (await callApi(client, removeOffer, { params: { id: businessId, offerId: offer.id } })).answer}
      done="The offer is removed"
      failed="This could not be removed. Check the connection and try again."
      onDone={onRemoved}
    />
  );
}
