import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { problemMessage } from '#web/api-client/api-error.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { useCanUsePasskeys } from './can-use-passkeys.ts';
import { factorsQuery } from './factors-query.ts';

/** Gives a passkey as second factor or fresh proof; shown to people who have one, where the browser knows passkeys. */
export function PasskeyButton({ onGiven, size }: { onGiven?: (() => void) | undefined; size?: 'large' }) {
  const client = useQueryClient();
  const { data: factors } = useQuery(factorsQuery);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await import('./passkey-calls.ts')).giveWithPasskey(client),
    onSuccess: () => onGiven?.(),
    onError: (error) =>
      showToast({ title: 'Error', text: problemMessage(error, 'No passkey was used.'), destructive: true }),
  });
  const canUse = useCanUsePasskeys();
  if (!canUse || factors === undefined || factors.passkeys.length === 0) return null;
  return (
    <Button look="secondary" {...(size && { size })} disabled={isPending} onClick={() => mutate()}>
      {isPending ? 'Checking...' : 'Use a Passkey'}
    </Button>
  );
}
