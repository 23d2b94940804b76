import { useRef } from 'react';
import { callApi } from '#web/api-client/call-api.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { keepFocusNear } from '#web/ui/keep-focus-near.ts';
import { keepPlan } from '../contract.ts';
import { usePlanAct } from './use-plan-act.ts';

/** Takes a cancellation back in one click. */
export function KeepPlanButton({ id }: { id: string }) {
  const button = useRef<HTMLButtonElement>(null);
  const keep = usePlanAct({
    act: (client) => callApi(client, keepPlan, { body: { id } }),
    onDone: () => {
      keepFocusNear(button.current);
      showToast({ title: 'Your plan goes on' });
    },
    failed: 'Your plan still ends. Check the connection and try again.',
  });
  return (
    <Button ref={button} look="secondary" disabled={keep.isPending} onClick={() => keep.mutate()}>
      {keep.isPending ? 'Saving...' : 'Keep my plan'}
    </Button>
  );
}
