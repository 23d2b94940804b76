/** Asks for the password in a dialog over the page. Loaded only when a call needs it. */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { callApi } from '#web/api-client/call-api.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordForm, proveIdentity } from '../account-contract.ts';
import { PasswordField } from './password-field.tsx';
import { useCheckedForm } from './use-checked-form.ts';

/** Resolves when the dialog has closed: true once the password was right. */
export function askForProof(client: QueryClient): Promise<boolean> {
  return new Promise((resolve) => {
    const place = document.body.appendChild(document.createElement('div'));
    const root = createRoot(place);
    const close = (isProved: boolean) => {
      root.unmount();
      place.remove();
      resolve(isProved);
    };
    root.render(
      <QueryClientProvider client={client}>
        <ProofDialog client={client} onClosed={close} />
      </QueryClientProvider>,
    );
  });
}

function ProofDialog({ client, onClosed }: { client: QueryClient; onClosed: (isProved: boolean) => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isProved = useRef(false);
  const titleId = useId();
  const { errors, isPending, onSubmit } = useCheckedForm(
    PasswordForm,
    async (body) => {
      await callApi(client, proveIdentity, { body });
      isProved.current = true;
      dialog.current?.close();
    },
    'Failed to check your password',
  );
  useEffect(() => {
    if (dialog.current?.open) return;
    dialog.current?.showModal();
    dialog.current?.querySelector('input')?.focus();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={titleId} className="report-dialog" onClose={() => onClosed(isProved.current)}>
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5 p-5 sm:p-7">
        <h2 id={titleId} className="text-26">
          Is it still you?
        </h2>
        <p className="text-16">You have been here for a while. Please enter your password before this is changed.</p>
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
          <Button look="secondary" onClick={() => dialog.current?.close()}>
            Cancel
          </Button>
        </div>
      </form>
    </dialog>
  );
}
