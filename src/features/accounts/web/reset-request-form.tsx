import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '#web/api-client/call-api.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { usePlainForm } from '#web/ui/plain-form.tsx';
import { askForReset, ResetRequest } from '../mail-links-contract.ts';
import { FormRefusal } from './account-card.tsx';
import { useCheckedForm } from './use-checked-form.ts';

/** Requests the mail with the reset link. */
export function ResetRequestForm() {
  const client = useQueryClient();
  const sent = usePlainForm('reset-request');
  const [done, setDone] = useState(sent?.done ? sent.message : null);
  const { errors, isPending, onSubmit } = useCheckedForm(
    ResetRequest,
    async (body) => setDone((await callApi(client, askForReset, { body })).answer.message),
    'The link was not sent. Check the connection and try again.',
    sent?.fields,
  );
  return (
    <form method="post" action="/reset-password" noValidate onSubmit={onSubmit} className="grid gap-5">
      {sent?.done ? null : <FormRefusal message={sent?.message} />}
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={sent?.values.email}
        error={errors.email}
      />
      <Button type="submit" size="large" disabled={isPending}>
        {isPending ? 'Sending...' : 'Send Link'}
      </Button>
      <p role="status" className={done ? 'rounded-control bg-ground-deep p-4' : undefined}>
        {done}
      </p>
    </form>
  );
}
