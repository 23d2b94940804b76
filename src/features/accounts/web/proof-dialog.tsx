/** Asks for the password, or for a code or passkey where a second factor is set up, in a dialog over the page. Loaded only when a call needs it. */
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { callApi } from '#web/api-client/call-api.ts';
import { dropCsrfToken } from '#web/api-client/csrf-token.ts';
import { Button } from '#web/ui/button.tsx';
import { setDialog } from '#web/ui/dialog-place.tsx';
import { PasswordForm, proveIdentity } from '../account-contract.ts';
import { currentUserQuery } from './current-user.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { PasswordField } from './password-field.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { useCheckedForm } from './use-checked-form.ts';

/** Resolves when the dialog has closed: true once the password, code or passkey was right. */
export function askForProof(client: QueryClient, why = 'You have been here for a while.'): Promise<boolean> {
  return new Promise((resolve) => {
    const close = (isProved: boolean) => {
      setDialog(null);
      resolve(isProved);
    };
    setDialog(<ProofDialog client={client} why={why} onClosed={close} />);
  });
}

interface ProofDialogProps {
  client: QueryClient;
  /** A sentence before the one that asks. */
  why: string;
  onClosed: (isProved: boolean) => void;
}

function ProofDialog({ client, why, onClosed }: ProofDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isProved = useRef(false);
  const [way, setWay] = useState<'password' | 'code'>('password');
  const titleId = useId();
  // It may be asked for before the page knows who is here.
  const hasCode = useQuery(currentUserQuery).data?.secondFactor === 'given';
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each way has a field of its own
  useLayoutEffect(() => dialog.current?.querySelector('input')?.focus(), [way]);
  const close = () => dialog.current?.close();
  const prove = () => {
    // It belonged to the session before the proof: the next call would be refused once.
    dropCsrfToken();
    isProved.current = true;
    close();
  };
  const others = (
    <>
      {hasCode ? (
        <Button look="secondary" onClick={() => setWay(way === 'code' ? 'password' : 'code')}>
          {way === 'code' ? 'Use Your Password' : 'Use a Code'}
        </Button>
      ) : null}
      {way === 'password' && hasCode ? <PasskeyButton onGiven={prove} /> : null}
      <Button look="secondary" onClick={close}>
        Cancel
      </Button>
    </>
  );
  return (
    <dialog ref={dialog} aria-labelledby={titleId} className="report-dialog" onClose={() => onClosed(isProved.current)}>
      <div className="grid gap-5 p-5 sm:p-7">
        <h2 id={titleId} className="text-26">
          Is it still you?
        </h2>
        <p className="text-16">
          {why} Please enter your password{hasCode ? ' or a code, or use a passkey,' : ''} before you go on.
        </p>
        {way === 'code' ? (
          <SecondFactorForm onGiven={prove}>{others}</SecondFactorForm>
        ) : (
          <PasswordProof client={client} onGiven={prove}>
            {others}
          </PasswordProof>
        )}
      </div>
    </dialog>
  );
}

function PasswordProof({
  client,
  onGiven,
  children,
}: {
  client: QueryClient;
  onGiven: () => void;
  children: ReactNode;
}) {
  const { errors, isPending, onSubmit } = useCheckedForm(
    PasswordForm,
    async (body) => {
      await callApi(client, proveIdentity, { body });
      onGiven();
    },
    'The password was not checked. Check the connection and try again.',
  );
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
      <PasswordField
        label="Your Password"
        name="password"
        autoComplete="current-password"
        required
        error={errors.password}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={isPending}>
          {isPending ? 'Checking...' : 'Continue'}
        </Button>
        {children}
      </div>
    </form>
  );
}
