import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate, formatTime } from '#shared/dates.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import {
  getEmailChange,
  mailEmailChangeAgain,
  type PendingEmailChange as Pending,
  takeEmailChangeBack,
} from '../account-contract.ts';

export const emailChangeQuery = endpointQuery(getEmailChange, {});

/** The mailboxes whose links are still to be followed. */
function missingOf({ email, oldConfirmed, newConfirmed }: Pending, current: string): string[] {
  return [...(oldConfirmed === false ? [current] : []), ...(newConfirmed ? [] : [email])];
}

/** A change of email that waits for its links: it can be mailed again and taken back. */
export function PendingEmailChange({ current }: { current: string }) {
  const client = useQueryClient();
  const { timeZone } = useCity();
  const { data } = useQuery(emailChangeQuery);
  const { mutate, isPending } = useMutation({
    mutationFn: async (way: typeof mailEmailChangeAgain | typeof takeEmailChangeBack) =>
      (await callApi<typeof mailEmailChangeAgain | typeof takeEmailChangeBack>(client, way, {})).answer.message,
    onSuccess: (message) => showToast({ title: message }),
    onError: (error) =>
      showToast({
        title: 'Error',
        text: problemMessage(error, 'Nothing was changed. Check the connection and try again.'),
        destructive: true,
      }),
    onSettled: () => client.invalidateQueries({ queryKey: emailChangeQuery.queryKey }),
  });
  const pending = data?.pending;
  if (!pending) return null;
  const missing = missingOf(pending, current);
  const isOne = missing.length === 1;
  return (
    <div className="mb-5 border-line border-l-4 pl-4">
      <p>
        Your email changes to <strong className="break-words">{pending.email}</strong> once you open what we sent to{' '}
        <span className="break-words">{missing.join(' and ')}</span>. {isOne ? 'The link works' : 'The links work'}{' '}
        until {formatDate(pending.expiresAt, timeZone)}, {formatTime(pending.expiresAt, timeZone)}.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button look="secondary" disabled={isPending} onClick={() => mutate(mailEmailChangeAgain)}>
          Send Again
          <span className="sr-only">
            {' '}
            {isOne ? 'the link' : 'the links'} for {pending.email}
          </span>
        </Button>
        <Button look="secondary" disabled={isPending} onClick={() => mutate(takeEmailChangeBack)}>
          Keep {current}
        </Button>
      </div>
    </div>
  );
}
