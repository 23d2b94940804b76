import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { useKeptForm } from '#web/forms/use-kept-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { Moment } from './age.tsx';
import { SmallButton } from './staff-parts.tsx';

interface LostMailboxProps {
  personId: string;
  email: string;
  isPending: boolean;
  /** Resolves to errors by field; null when the change has started. */
  onStart: (email: string, reason: string) => Promise<Record<string, string> | null>;
}

/** Starts a change of email for somebody who has lost the mailbox. Escape cancels. */
export function LostMailbox({ personId, email, isPending, onStart }: LostMailboxProps) {
  const [isOpen, setOpen] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const opener = useRef<HTMLButtonElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const kept = useKeptForm({ thing: `lost-mailbox:${personId}`, noun: 'form' });
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (isOpen) first.current?.focus();
    else if (wasOpen.current) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new errors move the focus to the first of them
  useLayoutEffect(() => first.current?.form?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [errors]);

  if (!isOpen) {
    return (
      <SmallButton ref={opener} disabled={isPending} onClick={() => setOpen(true)}>
        Mailbox is lost
      </SmallButton>
    );
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const refused = await onStart(String(values.get('email')), String(values.get('reason')));
    setErrors(refused ?? {});
    if (refused !== null) return;
    kept.settle();
    setOpen(false);
  }

  return (
    <form
      ref={kept.ref}
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setOpen(false);
      }}
      className="grid w-full max-w-prose gap-4 rounded-control border border-line-strong p-4"
    >
      {kept.notice}
      <p className="text-16">
        The email changes after 72 hours, once the new address is confirmed.{' '}
        <span className="break-words">{email}</span> gets a link that stops it, and all administrators are told. The
        password and the second factor stay; all sessions end.
      </p>
      <TextField
        ref={first}
        label="New email"
        name="email"
        type="email"
        autoComplete="off"
        maxLength={254}
        error={errors.email}
      />
      <TextArea
        label="How do you know that it is the same person?"
        name="reason"
        rows={3}
        maxLength={500}
        help="Kept in the history. The person can read it in their download."
        error={errors.reason}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isPending}>
          Start the change
        </Button>
        <Button look="secondary" onClick={() => setOpen(false)}>
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
