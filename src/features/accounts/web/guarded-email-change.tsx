import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate, formatTime } from '#shared/dates.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { stopEmailChange } from '../account-contract.ts';
import { emailChangeQuery } from './pending-email-change.tsx';

/** A change of email that staff have started for a lost mailbox. Its owner can stop it. */
export function GuardedEmailChange({ current }: { current: string }) {
  const client = useQueryClient();
  const { timeZone } = useCity();
  const { data } = useQuery(emailChangeQuery);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await callApi(client, stopEmailChange, {})).answer.message,
    onSuccess: (message) => showToast({ title: message }),
    onError: (error) =>
      showToast({
        title: 'Error',
        text: problemMessage(error, 'The change was not stopped. Check the connection and try again.'),
        destructive: true,
      }),
    onSettled: () => client.invalidateQueries({ queryKey: emailChangeQuery.queryKey }),
  });
  const change = data?.guarded;
  if (!change) return null;
  const { email, dueAt, isConfirmed } = change;
  return (
    <div className="mb-5 border-danger border-l-4 pl-4">
      <p>
        Our staff have started to change your email to <strong className="break-words">{email}</strong>, because
        somebody told them that you have lost <span className="break-words">{current}</span>. It happens on{' '}
        {formatDate(dueAt, timeZone)}, {formatTime(dueAt, timeZone)}
        {isConfirmed ? '' : ', or later, once the new address is confirmed'}. If that was not you, stop it and choose a
        new password.
      </p>
      <Button look="secondary" className="mt-3" disabled={isPending} onClick={() => mutate()}>
        Stop It<span className="sr-only"> and keep {current}</span>
      </Button>
    </div>
  );
}
