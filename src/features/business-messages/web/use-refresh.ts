import { useQueryClient } from '@tanstack/react-query';
import { messageCountsQuery, ownMessagesKey } from './message-queries.ts';

/** Reads everything that shows a message's state again. */
export function useRefresh() {
  const client = useQueryClient();
  return async () => {
    void client.invalidateQueries({ queryKey: messageCountsQuery.queryKey });
    await client.invalidateQueries({ queryKey: ownMessagesKey });
  };
}
