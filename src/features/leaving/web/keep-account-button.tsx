import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { keepFocusNear } from '#web/ui/keep-focus-near.ts';
import { keepAccount } from '../contract.ts';

/** The payment service takes the ends of the plans back a moment later. */
const settledMs = [3_000, 10_000] as const;

interface KeepAccountButtonProps {
  /** The answers that a planned deletion changes. */
  queryKeys: readonly QueryKey[];
  /** Gets the plans that go on. */
  onKept?: (ids: readonly string[]) => void;
  className?: string;
}

/** Takes a planned deletion back at once. */
export default function KeepAccountButton({ queryKeys, onKept, className }: KeepAccountButtonProps) {
  const client = useQueryClient();
  const button = useRef<HTMLButtonElement>(null);
  const askAgain = () => Promise.all(queryKeys.map((queryKey) => client.invalidateQueries({ queryKey })));
  const { isPending, mutate } = useMutation({
    mutationFn: () => callApi(client, keepAccount, { body: {} }),
    onSuccess: async ({ answer }) => {
      keepFocusNear(button.current);
      onKept?.(answer.goesOn);
      // The form below changes with it, so it comes first: what is typed after the message stays.
      await askAgain();
      showToast({ title: answer.message });
      for (const ms of settledMs) setTimeout(() => void askAgain(), ms);
    },
    onError: async (error) => {
      showToast({
        title: 'Error',
        text: problemMessage(error, 'This could not be taken back. Check the connection and try again.'),
        destructive: true,
      });
      await askAgain();
    },
  });
  return (
    <Button ref={button} className={className} aria-disabled={isPending} onClick={() => isPending || mutate()}>
      {isPending ? 'Saving...' : 'Keep My Account'}
    </Button>
  );
}
