import { RightsChoice } from '#features/staff-frame/web/rights-choice.tsx';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { useOpenedForm } from '#features/staff-frame/web/use-opened-form.ts';
import { type StaffRight, staffRights } from '#shared/staff-rights.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';

interface ColleagueFormProps {
  isPending: boolean;
  /** Resolves to errors by field; null when the invitation is sent. */
  onInvite: (invitation: { email: string; rights: StaffRight[] }) => Promise<Record<string, string> | null>;
}

/** The address of a colleague, and what that person may do. Escape cancels. */
export function ColleagueForm({ isPending, onInvite }: ColleagueFormProps) {
  const { form, ...opened } = useOpenedForm({ thing: 'invite-colleague', noun: 'invitation' }, (values) => {
    const ticked = values.getAll('rights');
    const rights = staffRights.filter((right) => ticked.includes(right));
    return onInvite({ email: String(values.get('email')).trim(), rights });
  });
  if (!opened.isOpen) {
    return (
      <SmallButton ref={opened.opener} disabled={isPending} onClick={opened.open}>
        Invite a colleague
      </SmallButton>
    );
  }

  return (
    <form
      {...form}
      aria-label="Invite a colleague"
      className="grid max-w-prose gap-4 rounded-control border border-line-strong p-4"
    >
      {opened.notice}
      <p className="text-16">
        The colleague gets an email with a link that works once, for 7 days. After the yes, all administrators are told.
      </p>
      <TextField
        ref={opened.first}
        label="Email of the colleague"
        name="email"
        type="email"
        autoComplete="off"
        maxLength={254}
        error={opened.errors.email}
      />
      <fieldset className="min-w-0">
        <legend className="font-semibold">What may this person do?</legend>
        <RightsChoice />
        {opened.errors.rights ? (
          <p tabIndex={-1} data-refused className="font-semibold text-16 text-danger">
            {opened.errors.rights}
          </p>
        ) : null}
      </fieldset>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isPending}>
          Send the invitation
        </Button>
        <Button look="secondary" onClick={opened.close}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
