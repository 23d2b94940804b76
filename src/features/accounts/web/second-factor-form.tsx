import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { callApi } from '#web/api-client/call-api.ts';
import { dropCsrfToken } from '#web/api-client/csrf-token.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { CodeForm, giveSecondFactor } from '../second-factor-contract.ts';
import { currentUserQuery } from './current-user.ts';
import { factorsQuery } from './factors-query.ts';
import { PasskeyButton, usePasskeyWorks } from './passkey-button.tsx';
import { useCheckedForm } from './use-checked-form.ts';

interface SecondFactorFormProps {
  onGiven?: (() => void) | undefined;
  children?: ReactNode;
}

/**
 * Asks for the second factor when a session's is 'asked', or once more as a fresh proof; afterwards it is 'given'. Without an
 * authenticator app there are no six digits: the passkey comes first, and a recovery code for those who are without it.
 */
export function SecondFactorForm({ onGiven, children }: SecondFactorFormProps) {
  const { data: factors, isPending } = useQuery(factorsQuery);
  const works = usePasskeyWorks();
  const [wantsCode, setWantsCode] = useState(false);
  if (isPending) return <Spinner />;
  if (factors?.app !== false) {
    return (
      <Code help="The six digits that your authenticator app shows, or one of your recovery codes." onGiven={onGiven}>
        <PasskeyButton onGiven={onGiven} size="large" />
        {children}
      </Code>
    );
  }
  if (works && !wantsCode) {
    return (
      <div className="grid gap-5">
        <PasskeyButton onGiven={onGiven} size="large" look="primary" />
        <Button look="secondary" size="large" onClick={() => setWantsCode(true)}>
          Use a Recovery Code
        </Button>
        {children}
      </div>
    );
  }
  return (
    <Code
      label="Recovery code"
      help={works ? 'One of those that you have kept.' : 'Your passkey does not work in this browser.'}
      onGiven={onGiven}
    >
      <PasskeyButton onGiven={onGiven} size="large" />
      {children}
    </Code>
  );
}

function Code({ label = 'Code', help, onGiven, children }: SecondFactorFormProps & { label?: string; help: string }) {
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
        label={label}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        required
        help={help}
        error={errors.code}
      />
      <Button type="submit" size="large" disabled={isPending}>
        {isPending ? 'Checking...' : 'Continue'}
      </Button>
      {children}
    </form>
  );
}
