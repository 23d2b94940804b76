import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { confirmedMessage, confirmSubscription, getPreferences } from '#features/newsletter/reader-contract.ts';
import { BrokenLink, isBrokenLink } from '#features/newsletter/web/broken-link.tsx';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import drawing from '#web/art/empty/no-news.svg';
import type { PageArgs, PageProps } from '#web/page.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Container } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { usePlainForm } from '#web/ui/plain-form.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

const subscriptionQuery = (token: string) => endpointQuery(getPreferences, { query: { token } });

export const queries = ({ search }: PageArgs<'token'>) => [subscriptionQuery(search.get('token') ?? '')];

/** Opening the link changes nothing, because mail scanners open links too. The button confirms. */
export function Page({ search }: PageProps<'token'>) {
  const client = useQueryClient();
  const token = search.get('token') ?? '';
  const plain = usePlainForm('confirm');
  const { data, error, refetch } = useQuery(subscriptionQuery(token));
  const confirm = useMutation({
    mutationFn: () => callApi(client, confirmSubscription, { body: { token } }),
  });
  const isDone = confirm.isSuccess || plain?.done || data?.status === 'subscribed';
  const failure = confirm.isError
    ? problemMessage(confirm.error, 'That did not work. Please try again.')
    : plain && !plain.done
      ? plain.message
      : '';

  function submit(event: FormEvent) {
    event.preventDefault();
    confirm.mutate();
  }

  return (
    <>
      <PageHead title="Confirm your subscription" description="Say yes to the newsletter." noIndex />
      {isBrokenLink(error) ? <BrokenLink /> : null}
      {error && !isBrokenLink(error) ? (
        <Container className="py-10">
          <LoadFailed message="We could not load your subscription." onRetry={() => void refetch()} />
        </Container>
      ) : null}
      {data === undefined && !error ? <Spinner /> : null}
      {data && isDone ? (
        <EmptyState level={1} drawing={drawing} title="You are subscribed" text={confirmedMessage}>
          <ButtonLink to="/">Return to Home</ButtonLink>
        </EmptyState>
      ) : null}
      {data && !isDone ? (
        <EmptyState
          level={1}
          drawing={drawing}
          title="Get the newsletter?"
          text={`We will send business news and community events to ${data.email}, now and then. Unsubscribe any time.`}
        >
          <form method="post" action={`/newsletter/confirm?${new URLSearchParams({ token })}`} onSubmit={submit}>
            <Button type="submit" disabled={confirm.isPending}>
              {confirm.isPending ? 'Subscribing...' : 'Yes, subscribe me'}
            </Button>
          </form>
          {failure ? (
            <p role="alert" className="w-full text-danger">
              {failure}
            </p>
          ) : null}
        </EmptyState>
      ) : null}
    </>
  );
}
