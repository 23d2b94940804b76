import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { getListingDetails } from '../contract.ts';
import { readRememberedOrder } from './remembered-order.ts';

/** Leads back to a paid listing that waited for the account's address; nothing when there is none, or when it is taken. */
export default function WaitingListing({ userId }: { userId: string }) {
  const [order, setOrder] = useState<string | null>(null);
  useEffect(() => setOrder(readRememberedOrder(userId)), [userId]);
  const { data } = useQuery({
    ...endpointQuery(getListingDetails, { query: { order: order ?? '' } }),
    enabled: order !== null,
  });
  if (order === null || !data?.mayTake || !data.listing) return null;
  return (
    <section
      aria-label="Your paid listing"
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-control border border-gold-line bg-gold-ground px-4 py-3"
    >
      <p className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">
        <strong>{data.listing.name}</strong> is paid and set up. Make it yours; it costs nothing more.
      </p>
      <ButtonLink to={`/listing-details?${new URLSearchParams({ order })}`}>Go to It</ButtonLink>
    </section>
  );
}
