import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '#web/api-client/call-api.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { askForReset, ResetRequest } from '../mail-links-contract.ts';
import { useCheckedForm } from './use-checked-form.ts';

/** Asks for the mail with the link. */
export function ResetRequestForm() {
  const client = useQueryClient();
  const [done, setDone] = useState<string | null>(null);
  const { errors, isPending, onSubmit } = useCheckedForm(
    ResetRequest,
    async (body) => setDone((await callApi(client, askForReset, { body })).answer.message),
    'Failed to send the link',
  );
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
      <TextField label="Email" name="email" type="email" autoComplete="username" required error={errors.email} />
      <Button type="submit" size="large" disabled={isPending}>
        {isPending ? 'Sending...' : 'Send Link'}
      </Button>
      <p role="status" className={done ? 'rounded-control bg-ground-deep p-4' : undefined}>
        {done}
      </p>
    </form>
  );
}
