import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { stopEmailChangeByLink } from '#features/accounts/mail-links-contract.ts';
import { AccountCard } from '#features/accounts/web/account-card.tsx';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import type { PageProps } from '#web/page.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { usePlainForm } from '#web/ui/plain-form.tsx';

const head = <PageHead title="Stop a Change of Email" description="Keep the email of your account." noIndex />;

/** Opening the link changes nothing, because mail scanners open links too. The button stops the change. */
export function Page({ search }: PageProps<'token'>) {
  const client = useQueryClient();
  const token = search.get('token') ?? '';
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: async () => (await callApi(client, stopEmailChangeByLink, { body: { token } })).answer.message,
  });
  const plain = usePlainForm('stop-email-change');
  const done = data ?? (plain?.done ? plain.message : undefined);
  const failure = error
    ? problemMessage(error, 'The change was not stopped. Check the connection and try again.')
    : plain?.message;

  function submit(event: FormEvent) {
    event.preventDefault();
    mutate();
  }

  if (done !== undefined) {
    return (
      <>
        {head}
        <AccountCard title="The change is stopped" text={<span role="status">{done}</span>}>
          <p className="mb-5">
            If you have not asked for the change yourself, somebody has tried to get at your account. Choose a new
            password to be safe.
          </p>
          <ButtonLink to="/reset-password">Choose a New Password</ButtonLink>
        </AccountCard>
      </>
    );
  }
  return (
    <>
      {head}
      <AccountCard
        title="Keep your email"
        text={
          token
            ? 'Our staff have started to change the email of your account. One click stops it, and your email stays as it is.'
            : 'Please open the link in the email that we sent you.'
        }
      >
        {token ? (
          <form method="post" action={`/stop-email-change?${new URLSearchParams({ token })}`} onSubmit={submit}>
            <Button type="submit" size="large" disabled={isPending}>
              {isPending ? 'Stopping...' : 'Stop the Change'}
            </Button>
          </form>
        ) : (
          <ButtonLink to="/account">Your Account</ButtonLink>
        )}
        {failure ? (
          <p role="alert" className="mt-5 rounded-control bg-danger-ground p-4 font-semibold text-danger">
            {failure}
          </p>
        ) : null}
      </AccountCard>
    </>
  );
}
