import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { worksAt } from '../passkey-host.ts';
import { useCanUsePasskeys } from './can-use-passkeys.ts';
import { factorsQuery } from './factors-query.ts';

/** Gives a passkey as second factor or fresh proof; shown to people who have one for this address, where the browser knows passkeys. */
export function PasskeyButton({ onGiven, size }: { onGiven?: (() => void) | undefined; size?: 'large' }) {
  const client = useQueryClient();
  const { siteUrl } = useCity();
  const { data: factors } = useQuery(factorsQuery);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await import('./passkey-calls.ts')).giveWithPasskey(client),
    onSuccess: () => onGiven?.(),
    onError: (error) =>
      showToast({ title: 'Error', text: problemMessage(error, 'No passkey was used.'), destructive: true }),
  });
  const canUse = useCanUsePasskeys();
  if (!canUse || !factors?.passkeys.some(({ host }) => worksAt(host, siteUrl))) return null;
  return (
    <Button look="secondary" {...(size && { size })} disabled={isPending} onClick={() => mutate()}>
      {isPending ? 'Checking...' : 'Use a Passkey'}
    </Button>
  );
}
