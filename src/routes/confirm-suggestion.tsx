import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { AccountCard } from '#features/accounts/web/account-card.tsx';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { confirmSuggestion, getSuggestion, suggestionConfirmedMessage } from '#features/events/suggestion-contract.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import type { PageArgs, PageProps } from '#web/page.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { usePlainForm } from '#web/ui/plain-form.tsx';

const suggestionQuery = (token: string) => endpointQuery(getSuggestion, { query: { token } });

export const queries = ({ search }: PageArgs<'token'>) =>
  search.get('sent') === null ? [suggestionQuery(search.get('token') ?? '')] : [];

/** Opening the link changes nothing, because mail scanners open links too. The button confirms. */
export function Page({ search }: PageProps<'token'>) {
  const client = useQueryClient();
  const token = search.get('token') ?? '';
  const plain = usePlainForm('confirm-suggestion');
  const { data } = useQuery({ ...suggestionQuery(token), enabled: plain?.done !== true });
  const confirm = useMutation({ mutationFn: () => callApi(client, confirmSuggestion, { body: { token } }) });

  function submit(event: FormEvent) {
    event.preventDefault();
    confirm.mutate();
  }

  const isDone = confirm.isSuccess || plain?.done === true || data?.isConfirmed === true;
  const failure = confirm.isError
    ? problemMessage(confirm.error, 'That did not work. Please try again.')
    : plain && !plain.done
      ? plain.message
      : null;
  return (
    <>
      <PageHead title="Confirm your event" description="Confirm an event that you suggested." noIndex />
      {isDone ? (
        <AccountCard title="Confirmed" text={<span role="status">{suggestionConfirmedMessage}</span>}>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/events">See the events</ButtonLink>
            <ButtonLink to={`/events/suggested?token=${token}`} look="secondary">
              Change or take it back
            </ButtonLink>
          </div>
        </AccountCard>
      ) : data ? (
        <AccountCard
          title="Confirm your event"
          text={`“${data.title}”: one click, and it goes to the people who run this site.`}
        >
          <form method="post" action={`/events/confirm?token=${token}`} onSubmit={submit}>
            <input type="hidden" name="token" value={token} />
            <Button type="submit" size="large" disabled={confirm.isPending}>
              {confirm.isPending ? 'Confirming...' : 'Confirm'}
            </Button>
          </form>
          {failure ? (
            <p role="alert" className="mt-5 rounded-control bg-danger-ground p-4 font-semibold text-danger">
              {failure}
            </p>
          ) : null}
        </AccountCard>
      ) : (
        <AccountCard
          title="This link does not work"
          text="It may be older than a week, or cut off. Please suggest the event again."
        >
          <ButtonLink to="/events/suggest">Suggest an event</ButtonLink>
        </AccountCard>
      )}
    </>
  );
}
