import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { worksAt } from '../passkey-host.ts';
import { useCanUsePasskeys } from './can-use-passkeys.ts';
import { factorsQuery } from './factors-query.ts';

/** True: this person has a passkey for this address, and the browser knows passkeys. */
export function usePasskeyWorks(): boolean {
  const { siteUrl } = useCity();
  const { data: factors } = useQuery(factorsQuery);
  return useCanUsePasskeys() && factors?.passkeys.some(({ host }) => worksAt(host, siteUrl)) === true;
}

interface PasskeyButtonProps {
  onGiven?: (() => void) | undefined;
  size?: 'large';
  look?: 'primary' | 'secondary';
}

/** Gives a passkey as second factor or fresh proof; shown to people who have one for this address, where the browser knows passkeys. */
export function PasskeyButton({ onGiven, size, look = 'secondary' }: PasskeyButtonProps) {
  const client = useQueryClient();
  const works = usePasskeyWorks();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await import('./passkey-calls.ts')).giveWithPasskey(client),
    onSuccess: () => onGiven?.(),
    onError: (error) =>
      showToast({ title: 'Error', text: problemMessage(error, 'No passkey was used.'), destructive: true }),
  });
  if (!works) return null;
  return (
    <Button look={look} {...(size && { size })} disabled={isPending} onClick={() => mutate()}>
      {isPending ? 'Checking...' : 'Use a Passkey'}
    </Button>
  );
}
