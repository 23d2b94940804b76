import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { settleCheckout } from '../contract.ts';

/**
 * Asks once for the state of each checkout, so that nobody waits for Stripe's event. When one is paid or has
 * expired, it reloads the queries that depend on it. It grants nothing itself. A failed call is only logged,
 * because the webhook does the same. Returns whether one of them was finished or not, and
 * whether one is not of this person.
 *
 * @param sessionIds may be another array on each call
 * @param shown the keys of the queries that a finished checkout changes
 */
export function useSettledCheckouts(
  sessionIds: readonly string[],
  shown: readonly { queryKey: QueryKey }[],
): { isComplete: boolean; isUnfinished: boolean; isMissing: boolean } {
  const client = useQueryClient();
  const [isComplete, setComplete] = useState(false);
  const [isUnfinished, setUnfinished] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const asked = useRef(new Set<string>());
  useEffect(() => {
    async function settle(sessionId: string) {
      const { status } = (await callApi(client, settleCheckout, { body: { sessionId } })).answer;
      (status === 'complete' ? setComplete : setUnfinished)(true);
      if (status !== 'open') await Promise.all(shown.map(({ queryKey }) => client.invalidateQueries({ queryKey })));
    }
    for (const sessionId of sessionIds) {
      if (asked.current.has(sessionId)) continue;
      asked.current.add(sessionId);
      settle(sessionId).catch((error: unknown) => {
        if (error instanceof ApiError && (error.status === 404 || error.status === 401)) setMissing(true);
        else console.error('a checkout could not be looked at', error);
      });
    }
  }, [client, sessionIds, shown]);
  return { isComplete, isUnfinished, isMissing };
}
