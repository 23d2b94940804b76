import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '#web/api-client/call-api.ts';
import { settleCheckout } from '../contract.ts';

/**
 * Asks once for the state of each checkout, so that nobody waits for Stripe's event. When one is paid or has
 * expired, it reloads the queries that depend on it. It grants nothing itself. A failed call is only logged,
 * because the webhook does the same. Returns whether one of them was not finished.
 *
 * @param sessionIds may be another array on each call
 * @param shown the keys of the queries that a finished checkout changes
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
