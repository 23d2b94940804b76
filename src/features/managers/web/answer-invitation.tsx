import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { problemMessage } from '#web/api-client/api-error.ts';
import { takeFocus } from '#web/forms/take-focus.ts';
import { Button } from '#web/ui/button.tsx';

interface AnswerInvitationProps {
  business: string;
  /** The username of the owner who sent it. */
  by: string;
  /** Both return the sentence for people. Null: this person may only decline it now. */
  onAccept: (() => Promise<string>) | null;
  onDecline: () => Promise<string>;
  onDone: (message: string, answer: 'accepted' | 'declined') => void;
}

/** The buttons of an invitation. Declining asks first: only a new invitation brings it back. */
export function AnswerInvitation({ business, by, onAccept, onDecline, onDone }: AnswerInvitationProps) {
  const [isAsking, setAsking] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (answer: 'accepted' | 'declined') =>
      answer === 'accepted' && onAccept !== null ? onAccept() : onDecline(),
    onSuccess: onDone,
  });
  return (
    <>
      {isAsking ? (
        <fieldset className="flex flex-wrap items-center gap-2">
          <legend className="sr-only">Decline {business}</legend>
          <p className="text-16 [overflow-wrap:anywhere]" tabIndex={-1} ref={takeFocus}>
            Decline it? {by} is told by mail.
          </p>
          <Button look="danger" aria-disabled={isPending} onClick={() => isPending || mutate('declined')}>
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
        <div className="flex flex-wrap gap-2">
          {onAccept === null ? null : (
            <Button
              aria-label={`Accept ${business}`}
              aria-disabled={isPending}
              onClick={() => isPending || mutate('accepted')}
            >
              {isPending && variables === 'accepted' ? 'Accepting...' : 'Accept'}
            </Button>
          )}
          <Button
            look="secondary"
            ref={opener}
            aria-label={`Decline ${business}`}
            aria-disabled={isPending}
            onClick={() => isPending || setAsking(true)}
          >
            Decline
          </Button>
        </div>
      )}
      {error ? (
        <p role="alert" className="mt-3 rounded-control bg-danger-ground p-4 font-semibold text-danger">
          {problemMessage(error, 'That did not work. Please try again.')}
        </p>
      ) : null}
    </>
  );
}
