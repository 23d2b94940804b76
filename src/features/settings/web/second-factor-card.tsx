import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { useKeptForm } from '#web/forms/use-kept-form.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { Card } from '#web/ui/layout.tsx';
import {
  deleteSecondFactorException,
  getSecondFactorException,
  putSecondFactorException,
} from '../second-factor-contract.ts';

/** Shown where the site demands a second factor of staff. */
export function SecondFactorCard() {
  const { data } = useQuery(endpointQuery(getSecondFactorException, {}));
  if (!data?.isDemanded) return null;
  const { exception } = data;
  return (
    <Card className="grid gap-4 p-5 sm:p-8">
      <div>
        <h2 className="text-26">Second factor of staff</h2>
        <p className="mt-1 max-w-[66ch] text-16 text-ink-soft">
          {exception
            ? 'Staff may work with a password alone. One stolen password then opens everything that its owner may do.'
            : 'Staff set up an authenticator app before they can do anything else. If that cannot be, say why: the reason is kept, and stands in the audit log.'}
        </p>
      </div>
      {exception ? <Lowered exception={exception} /> : <LowerForm />}
    </Card>
  );
}

function Lowered({ exception }: { exception: { reason: string; at: string; by: string | null } }) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const { reason, at, by } = exception;
  return (
    <>
      <p className="max-w-[66ch] break-words">Reason: {reason}</p>
      <div className="flex flex-wrap items-center gap-4">
        <SmallButton
          disabled={isPending}
          onClick={() => void run(() => callApi(client, deleteSecondFactorException, {}), 'Staff need a second factor')}
        >
          Demand it again
        </SmallButton>
        <span className="text-14 text-ink-soft">
          Lowered <Moment at={at} />
          {by ? ` by ${by}` : ''}
        </span>
      </div>
    </>
  );
}

function LowerForm() {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const [errors, setErrors] = useState<FieldErrors>({});
  const kept = useKeptForm({ thing: 'second-factor', noun: 'reason' });
  async function lower(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const reason = String(new FormData(form).get('reason') ?? '');
    const refused = await run(
      () => callApi(client, putSecondFactorException, { body: { reason } }).then(kept.settle),
      'Staff may work without a second factor',
    );
    setErrors(refused ?? {});
    if (refused) focusFirstInvalid(form, refused);
  }
  return (
    <form
      ref={kept.ref}
      method="post"
      noValidate
      onSubmit={(event) => void lower(event)}
      className="grid justify-items-start gap-4"
    >
      <div className="grid w-full gap-4">
        {kept.notice}
        <TextArea
          label="Why staff may do without"
          name="reason"
          rows={2}
          maxLength={500}
          required
          error={errors.reason}
        />
      </div>
      <SmallButton type="submit" disabled={isPending}>
        Do without
      </SmallButton>
    </form>
  );
}
