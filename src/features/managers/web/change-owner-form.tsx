import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { withProof } from '#features/accounts/web/with-proof.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import type { PaidTime } from '#features/claims/hand-over-words.ts';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { formatDate } from '#shared/dates.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { useKeptForm } from '#web/forms/use-kept-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { changeOwner } from '../staff-contract.ts';

interface ChangeOwnerFormProps {
  businessId: string;
  /** Null: nobody owns the listing. */
  owner: { id: string; username: string } | null;
  /** The time that is paid by a claim, which goes to the new owner. */
  paid: PaidTime | null;
  onClose: () => void;
}

/** Gives the listing to another account, or to nobody. */
export function ChangeOwnerForm({ businessId, owner, paid, onClose }: ChangeOwnerFormProps) {
  const client = useQueryClient();
  const { timeZone } = useCity();
  const { isPending, run } = useStaffAction();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const kept = useKeptForm({ thing: `change-owner:${businessId}`, noun: 'form' });

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const body = {
      email: String(form.get('email')).trim(),
      reason: String(form.get('reason')).trim(),
      from: owner?.id ?? null,
    };
    const act = () =>
      withProof(client, () => callApi(client, changeOwner, { params: { id: businessId }, body }).then(kept.settle));
    const refused = await run(act, 'It has another owner', { subjectId: businessId });
    if (refused === null) onClose();
    else setErrors(refused);
  }

  return (
    <form
      ref={kept.ref}
      noValidate
      aria-label="Change owner"
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
      className="mt-3 grid gap-3 rounded-control border border-line-strong p-4"
    >
      {kept.notice}
      {paid === null ? null : (
        <p className="rounded-control border border-gold-line bg-gold-ground px-4 py-3 text-16 [overflow-wrap:anywhere]">
          A paid claim runs for it, until {formatDate(paid.until, timeZone)}. The new owner has the listing
          {paid.plan === 'premium' ? ', with Premium,' : ''} until that day; to go on, they pay for a claim before it.
          No plan for it is renewed, and nothing is given back.
        </p>
      )}
      <TextField
        label="Email of the new owner"
        name="email"
        type="email"
        autoComplete="off"
        help={
          owner === null || paid !== null
            ? 'Of an account that is there.'
            : `Empty: ${owner.username} loses it, and nobody owns it.`
        }
        error={errors['email']}
      />
      <TextArea
        label="Why?"
        name="reason"
        rows={3}
        maxLength={500}
        help="The former owner and the new one get this by mail."
        error={errors['reason']}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isPending}>
          {isPending ? 'Changing...' : 'Change owner'}
        </Button>
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
