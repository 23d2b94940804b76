import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '#web/api-client/call-api.ts';
import { settleCheckout } from '../contract.ts';

/**
 * Asks once for each checkout how it stands, so that nobody waits for an event of Stripe's, and once one is paid or has
 * expired asks anew for what hangs on it. It grants nothing itself. When a call fails the webhook does the same, so it is
 * only logged. Answers whether one of them turned out not to be finished.
 *
 * @param sessionIds may be another array with each call
 * @param shown the keys of the queries that the end of a checkout changes
 */
export function useSettledCheckouts(
  sessionIds: readonly string[],
  shown: readonly { queryKey: QueryKey }[],
): { isUnfinished: boolean } {
  const client = useQueryClient();
  const [isUnfinished, setUnfinished] = useState(false);
  const asked = useRef(new Set<string>());
  useEffect(() => {
    async function settle(sessionId: string) {
      const { status } = (await callApi(client, settleCheckout, { body: { sessionId } })).answer;
      if (status !== 'complete') setUnfinished(true);
      if (status !== 'open') await Promise.all(shown.map(({ queryKey }) => client.invalidateQueries({ queryKey })));
    }
    for (const sessionId of sessionIds) {
      if (asked.current.has(sessionId)) continue;
      asked.current.add(sessionId);
      settle(sessionId).catch((error: unknown) => console.error('a checkout could not be looked at', error));
    }
  }, [client, sessionIds, shown]);
  return { isUnfinished };
}
