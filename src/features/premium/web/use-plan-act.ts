import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshCurrentUser } from '#features/accounts/web/current-user.ts';
import { isSignedOut } from '#features/accounts/web/use-session-ended.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { showToast } from '#web/toast/toast-store.ts';
import type { Billing } from '../contract.ts';
import { billingQuery } from './billing-queries.ts';

type Client = ReturnType<typeof useQueryClient>;

/** The answers that tell of plans, too. Their features may import this one, and not the other way round. */
const saysOfPlans = /^\/api\/user\/(claims|businesses)$/;

interface PlanAct {
  act: (client: Client) => Promise<{ answer: Billing }>;
  onDone: () => void;
  /** Says that nothing was done, and what to do. */
  failed: string;
}

/** An act about an own plan: everything on the page that tells of the plan follows, and a refusal is shown. */
export function usePlanAct({ act, onDone, failed }: PlanAct) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => act(client),
    onSuccess: ({ answer }) => {
      onDone();
      client.setQueryData(billingQuery.queryKey, answer);
      void client.invalidateQueries({ predicate: ({ queryKey }) => saysOfPlans.test(String(queryKey[0])) });
    },
    onError: (error) => {
      showToast({ title: 'Error', text: problemMessage(error, failed), destructive: true });
      if (isSignedOut(error)) void refreshCurrentUser(client, false);
      else void client.invalidateQueries({ queryKey: billingQuery.queryKey });
    },
  });
}
