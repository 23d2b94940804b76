import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { getSubscription, unsubscribedMessage, unsubscribeFromNewsletter } from '#features/newsletter/contract.ts';
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

const subscriptionQuery = (token: string) => endpointQuery(getSubscription, { query: { token } });

export const queries = ({ search }: PageArgs<'token'>) => [subscriptionQuery(search.get('token') ?? '')];

function Done() {
  return (
    <EmptyState level={1} drawing={drawing} title="You are unsubscribed" text={unsubscribedMessage}>
      <ButtonLink to="/">Return to Home</ButtonLink>
    </EmptyState>
  );
}

/**
 * Opening the link changes nothing, because mail scanners open links too. The button unsubscribes
 * (docs/product-rules.md#newsletter).
 */
export function Page({ search }: PageProps<'token'>) {
  const client = useQueryClient();
  const token = search.get('token') ?? '';
  const plain = usePlainForm('unsubscribe');
  const { data, error, refetch } = useQuery(subscriptionQuery(token));
  const unsubscribe = useMutation({
    mutationFn: () => callApi(client, unsubscribeFromNewsletter, { body: { token } }),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    unsubscribe.mutate();
  }

  const failure = unsubscribe.isError
    ? problemMessage(unsubscribe.error, 'That did not work. Please try again.')
    : null;
  return (
    <>
      <PageHead title="Unsubscribe" description="Leave the newsletter." noIndex />
      {unsubscribe.isSuccess || plain?.done || data?.isSubscribed === false ? <Done /> : null}
      {isBrokenLink(error) ? <BrokenLink /> : null}
      {error && !isBrokenLink(error) ? (
        <Container className="py-10">
          <LoadFailed message="We could not load your subscription." onRetry={() => void refetch()} />
        </Container>
      ) : null}
      {data === undefined && !error ? <Spinner /> : null}
      {data?.isSubscribed && !unsubscribe.isSuccess && !plain?.done ? (
        <EmptyState
          level={1}
          drawing={drawing}
          title="Leave the newsletter?"
          text={`${data.email} will get no more newsletters. You can come back whenever you like.`}
        >
          <form method="post" action="/newsletter/unsubscribe" onSubmit={submit}>
            <input type="hidden" name="token" value={token} />
            <Button type="submit" disabled={unsubscribe.isPending}>
              {unsubscribe.isPending ? 'Unsubscribing...' : 'Unsubscribe'}
            </Button>
          </form>
          {failure || plain?.message ? (
            <p role="alert" className="w-full text-danger">
              {failure ?? plain?.message}
            </p>
          ) : null}
        </EmptyState>
      ) : null}
    </>
  );
}
