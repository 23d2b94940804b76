import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { refreshCurrentUser } from '#features/accounts/web/current-user.ts';
import { isSignedOut } from '#features/accounts/web/use-session-ended.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { keepFocusNear } from '#web/ui/keep-focus-near.ts';
import { keepPlan } from '../contract.ts';
import { billingQuery } from './billing-queries.ts';

/** Takes a cancellation back in one click. */
export function KeepPlanButton({ id }: { id: string }) {
  const client = useQueryClient();
  const button = useRef<HTMLButtonElement>(null);
  const keep = useMutation({
    mutationFn: () => callApi(client, keepPlan, { body: { id } }),
    onSuccess: ({ answer }) => {
      keepFocusNear(button.current);
      client.setQueryData(billingQuery.queryKey, answer);
      showToast({ title: 'Your plan goes on' });
    },
    onError: (error) => {
      showToast({ title: 'Error', text: problemMessage(error, 'Failed to keep your plan'), destructive: true });
      if (isSignedOut(error)) void refreshCurrentUser(client, false);
      else void client.invalidateQueries({ queryKey: billingQuery.queryKey });
    },
  });
  return (
    <Button ref={button} look="secondary" disabled={keep.isPending} onClick={() => keep.mutate()}>
      {keep.isPending ? 'Saving...' : 'Keep my plan'}
    </Button>
  );
}
