import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callApi } from '#web/api-client/call-api.ts';
import { dropCsrfToken } from '#web/api-client/csrf-token.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { CodeForm, giveSecondFactor } from '../second-factor-contract.ts';
import { currentUserQuery } from './current-user.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { useCheckedForm } from './use-checked-form.ts';

/** Asks for the code when a session's second factor is 'asked', or once more as a fresh proof; afterwards it is 'given'. */
export function SecondFactorForm({ onGiven, children }: { onGiven?: () => void; children?: ReactNode }) {
  const client = useQueryClient();
  const { errors, isPending, onSubmit } = useCheckedForm(
    CodeForm,
    async (body) => {
      const { answer } = await callApi(client, giveSecondFactor, { body });
      // The session has a new token, and with it a new CSRF token.
      dropCsrfToken();
      client.setQueryData(currentUserQuery.queryKey, answer);
      onGiven?.();
    },
    'The code was not checked. Check the connection and try again.',
  );
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
      <TextField
        label="Code"
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        required
        help="The six digits that your authenticator app shows, or one of your recovery codes."
        error={errors.code}
      />
      <Button type="submit" size="large" disabled={isPending}>
        {isPending ? 'Checking...' : 'Continue'}
      </Button>
      <PasskeyButton onGiven={onGiven} size="large" />
      {children}
    </form>
  );
}
