import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { Moment } from './age.tsx';
import { SmallButton } from './staff-parts.tsx';
import { useOpenedForm } from './use-opened-form.ts';

interface LostMailboxProps {
  personId: string;
  email: string;
  isPending: boolean;
  /** Resolves to errors by field; null when the change has started. */
  onStart: (email: string, reason: string) => Promise<Record<string, string> | null>;
}

/** Starts a change of email for somebody who has lost the mailbox. Escape cancels. */
export function LostMailbox({ personId, email, isPending, onStart }: LostMailboxProps) {
  const { form, ...opened } = useOpenedForm({ thing: `lost-mailbox:${personId}`, noun: 'form' }, (values) =>
    onStart(String(values.get('email')), String(values.get('reason'))),
  );
  if (!opened.isOpen) {
    return (
      <SmallButton ref={opened.opener} disabled={isPending} onClick={opened.open}>
        Mailbox is lost
      </SmallButton>
    );
  }

  return (
    <form {...form} className="grid w-full max-w-prose gap-4 rounded-control border border-line-strong p-4">
      {opened.notice}
      <p className="text-16">
        The email changes after 72 hours, once the new address is confirmed.{' '}
        <span className="break-words">{email}</span> gets a link that stops it, and all administrators are told. The
        password and the second factor stay; all sessions end.
      </p>
      <TextField
        ref={opened.first}
        label="New email"
        name="email"
        type="email"
        autoComplete="off"
        maxLength={254}
        error={opened.errors.email}
      />
      <TextArea
        label="How do you know that it is the same person?"
        name="reason"
        rows={3}
        maxLength={500}
        help="Kept in the history. The person can read it in their download."
        error={opened.errors.reason}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isPending}>
          Start the change
        </Button>
        <Button look="secondary" onClick={opened.close}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

interface WaitingEmailChangeProps {
  change: {
    email: string;
    reason: string;
    startedBy: string | null;
    dueAt: string;
    isConfirmed: boolean;
    expiresAt: string;
  };
  isPending: boolean;
  onStop: () => void;
}

/** A change of email that waits, with the button that ends it. */
export function WaitingEmailChange({ change, isPending, onStop }: WaitingEmailChangeProps) {
  const { email, reason, startedBy, dueAt, isConfirmed, expiresAt } = change;
  return (
    <div className="mt-4 grid max-w-prose gap-2 border-danger border-l-4 pl-4 text-16">
      <p>
        The email changes to <strong className="break-words">{email}</strong> on <Moment at={dueAt} />
        {isConfirmed ? '. The new address is confirmed.' : ', once the new address is confirmed.'}
        {isConfirmed ? null : (
          <>
            {' '}
            Without that it ends on <Moment at={expiresAt} />.
          </>
        )}
      </p>
      <p className="break-words text-ink-soft">
        Started by {startedBy ?? 'somebody who has left'}: {reason}
      </p>
      <div>
        <SmallButton disabled={isPending} onClick={onStop}>
          Stop the change
        </SmallButton>
      </div>
    </div>
  );
}
