import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { listOffers, type OwnOffers } from '../offers-contract.ts';
import { businessQuery } from './business-queries.ts';

export const offersQuery = (id: string) => endpointQuery(listOffers, { params: { id } });

function takeOver(client: QueryClient, answer: OwnOffers): void {
  client.setQueryData(offersQuery(answer.business.id).queryKey, answer);
  void client.invalidateQueries({ queryKey: businessQuery(answer.business.slug).queryKey });
}

/** Shows what a change answered, on this page and on that of the business. */
export function useTakeOver(): (answer: OwnOffers) => void {
  const client = useQueryClient();
  return (answer) => takeOver(client, answer);
}
