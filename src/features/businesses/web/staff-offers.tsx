import { useQueryClient } from '@tanstack/react-query';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { dayOf } from '#shared/dates.ts';
import type { EditableBusiness } from '../owner-contract.ts';
import { offerDay } from './offer-day.ts';
import { RemoveOffer } from './remove-offer.tsx';

/** All stored offers of a listing; staff may remove each. */
export function StaffOffers({ business }: { business: EditableBusiness }) {
  const client = useQueryClient();
  const today = dayOf(new Date(), useCity().timeZone);
  const { id, offers, isPremium } = business;
  const refresh = () =>
    client.invalidateQueries({
      predicate: ({ queryKey }) => typeof queryKey[0] === 'string' && queryKey[0].startsWith('/api/staff/'),
    });
  return (
    <ul className="grid gap-3 text-16">
      {offers.map((offer) => (
        <li key={offer.id} className="flex flex-wrap items-start justify-between gap-3 border-t border-line pt-3">
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <p className="font-semibold">{offer.title}</p>
            {offer.text ? <p className="whitespace-pre-line">{offer.text}</p> : null}
            <p className="text-ink-soft">
              {offer.until < today ? 'Ended on' : 'Until'} {offerDay(offer.until)}
              {isPremium || offer.until < today ? '' : ' · kept, not shown: the listing is not premium'}
            </p>
          </div>
          <RemoveOffer businessId={id} offer={offer} onRemoved={() => void refresh()} />
        </li>
      ))}
    </ul>
  );
}
