import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { RightsChoice } from '#features/staff-frame/web/rights-choice.tsx';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { type StaffRight, staffRights } from '#shared/staff-rights.ts';
import { useKeptForm } from '#web/forms/use-kept-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';

interface ColleagueFormProps {
  isPending: boolean;
  /** Resolves to errors by field; null when the invitation is sent. */
  onInvite: (invitation: { email: string; rights: StaffRight[] }) => Promise<Record<string, string> | null>;
}

/** The address of a colleague, and what that person may do. Escape cancels. */
export function ColleagueForm({ isPending, onInvite }: ColleagueFormProps) {
  const [isOpen, setOpen] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const opener = useRef<HTMLButtonElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const kept = useKeptForm({ thing: 'invite-colleague', noun: 'invitation' });
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (isOpen) first.current?.focus();
    else if (wasOpen.current) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new errors move the focus to the first of them
  useLayoutEffect(
    () => first.current?.form?.querySelector<HTMLElement>('[aria-invalid], [data-refused]')?.focus(),
    [errors],
  );

  if (!isOpen) {
    return (
      <SmallButton ref={opener} disabled={isPending} onClick={() => setOpen(true)}>
        Invite a colleague
      </SmallButton>
    );
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const ticked = values.getAll('rights');
    const refused = await onInvite({
      email: String(values.get('email')).trim(),
      rights: staffRights.filter((right) => ticked.includes(right)),
    });
    setErrors(refused ?? {});
    if (refused !== null) return;
    kept.settle();
    setOpen(false);
  }

  return (
    <form
      ref={kept.ref}
      noValidate
      aria-label="Invite a colleague"
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setOpen(false);
      }}
      className="grid max-w-prose gap-4 rounded-control border border-line-strong p-4"
    >
      {kept.notice}
      <p className="text-16">
        The colleague gets an email with a link that works once, for 7 days. After the yes, all administrators are told.
      </p>
      <TextField
        ref={first}
        label="Email of the colleague"
        name="email"
        type="email"
        autoComplete="off"
        maxLength={254}
        error={errors.email}
      />
      <fieldset className="min-w-0">
        <legend className="font-semibold">What may this person do?</legend>
        <RightsChoice />
        {errors.rights ? (
          <p tabIndex={-1} data-refused className="font-semibold text-16 text-danger">
            {errors.rights}
          </p>
        ) : null}
      </fieldset>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isPending}>
          Send the invitation
        </Button>
        <Button look="secondary" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
