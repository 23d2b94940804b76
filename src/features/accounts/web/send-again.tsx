import { useMutation, useQueryClient } from '@tanstack/react-query';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { askForVerification } from '../mail-links-contract.ts';

/** Mails the link that confirms the account's address once more. */
export function SendAgain({ className = '' }: { className?: string }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi(client, askForVerification, {}),
    onSuccess: ({ answer }) => showToast({ title: answer.message }),
    onError: (error) =>
      showToast({
        title: 'Error',
        text: problemMessage(error, 'The email was not sent. Check the connection and try again.'),
        destructive: true,
      }),
  });
  return (
    <Button look="secondary" className={className} disabled={isPending} onClick={() => mutate()}>
      {isPending ? 'Sending...' : 'Send Again'}
    </Button>
  );
}
