import { useQueryClient } from '@tanstack/react-query';
import { businessQuery } from '#features/businesses/web/business-queries.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { listOwnPosts, type OwnPosts } from '../contract.ts';

export const ownPostsQuery = (id: string) => endpointQuery(listOwnPosts, { params: { id } });

/** Shows what a change answered, on this page and on that of the business. */
export function useTakeOverPosts(): (answer: OwnPosts) => void {
  const client = useQueryClient();
  return (answer) => {
    client.setQueryData(ownPostsQuery(answer.business.id).queryKey, answer);
    void client.invalidateQueries({ queryKey: businessQuery(answer.business.slug).queryKey });
  };
}
