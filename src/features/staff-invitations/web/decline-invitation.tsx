import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { takeFocus } from '#web/forms/take-focus.ts';
import { Button } from '#web/ui/button.tsx';
import { declineStaffInvitation } from '../contract.ts';

interface DeclineInvitationProps {
  token: string;
  /** The username of the administrator who invites. */
  by: string;
  onDone: (message: string) => void;
}

/** Asks first: only a new invitation brings it back. */
export function DeclineInvitation({ token, by, onDone }: DeclineInvitationProps) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callApi(client, declineStaffInvitation, { body: { token } }),
    onSuccess: ({ answer }) => onDone(answer.message),
  });
  return (
    <div className="mt-6 border-line border-t pt-4">
      {isAsking ? (
        <fieldset className="flex flex-wrap items-center gap-2">
          <legend className="sr-only">Decline the invitation</legend>
          <p className="text-16 [overflow-wrap:anywhere]" tabIndex={-1} ref={takeFocus}>
            Decline it? {by} is told by mail.
          </p>
          <Button look="danger" aria-disabled={isPending} onClick={() => isPending || mutate()}>
            {isPending ? 'Declining...' : 'Yes, decline'}
          </Button>
          <Button
            look="secondary"
            onClick={() => {
              setAsking(false);
              requestAnimationFrame(() => opener.current?.focus());
            }}
          >
            No
          </Button>
        </fieldset>
      ) : (
        <Button look="quiet" ref={opener} onClick={() => setAsking(true)}>
          Decline the invitation
        </Button>
      )}
      {error ? (
        <p role="alert" className="mt-3 rounded-control bg-danger-ground p-4 font-semibold text-danger">
          {problemMessage(error, 'That did not work. Please try again.')}
        </p>
      ) : null}
    </div>
  );
}
