import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshCurrentUser } from '#features/accounts/web/current-user.ts';
import { isSignedOut } from '#features/accounts/web/use-session-ended.ts';
import { billingQuery } from '#features/premium/web/billing-queries.ts';
import { ApiError, problemMessage } from '#web/api-client/api-error.ts';
import { showToast } from '#web/toast/toast-store.ts';
import type { Claim } from '../contract.ts';
import { ownClaimsQuery } from './claim-queries.ts';

/** Runs one change of an own claim at a time; shows the result, or the reason of a refusal. */
export function useClaimAction() {
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);
  return {
    isPending,
    /** Returns whether it worked, and errors by field. */
    run: async (
      act: () => Promise<{ answer: Claim }>,
      done: string,
    ): Promise<{ done: boolean; fields: Record<string, string> }> => {
      setPending(true);
      try {
        const { answer } = await act();
        client.setQueryData(ownClaimsQuery.queryKey, (claims) =>
          claims?.map((claim) => (claim.id === answer.id ? answer : claim)),
        );
        // A withdrawn claim is no plan any more.
        void client.invalidateQueries({ queryKey: billingQuery.queryKey });
        showToast({ title: done });
        return { done: true, fields: {} };
      } catch (error) {
        const text = problemMessage(error, 'This could not be saved. Please check the connection and try again.');
        showToast({ title: 'Error', text, destructive: true });
        if (isSignedOut(error)) void refreshCurrentUser(client, false);
        else void client.invalidateQueries({ queryKey: ownClaimsQuery.queryKey });
        return { done: false, fields: error instanceof ApiError ? (error.problem?.fields ?? {}) : {} };
      } finally {
        setPending(false);
      }
    },
  };
}
