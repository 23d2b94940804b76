import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { AccountCard } from '#features/accounts/web/account-card.tsx';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import {
  confirmRecommendation,
  getRecommendation,
  recommendationConfirmedMessage,
  recommendationWithdrawnMessage,
  withdrawRecommendation,
} from '#features/recommendations/contract.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import type { PageArgs, PageProps } from '#web/page.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { usePlainForm } from '#web/ui/plain-form.tsx';

const recommendationQuery = (token: string) => endpointQuery(getRecommendation, { query: { token } });

export const queries = ({ search }: PageArgs<'token'>) =>
  search.get('sent') === null || search.get('token') ? [recommendationQuery(search.get('token') ?? '')] : [];

/** Opening the link changes nothing, because mail scanners open links too. Its buttons do. */
export function Page({ search }: PageProps<'token'>) {
  const client = useQueryClient();
  const token = search.get('token') ?? '';
  const confirmed = usePlainForm('confirm-recommendation');
  const withdrawn = usePlainForm('withdraw-recommendation');
  const isPlainDone = confirmed?.done === true || withdrawn?.done === true;
  const { data } = useQuery({ ...recommendationQuery(token), enabled: !isPlainDone || token !== '' });
  const confirm = useMutation({ mutationFn: () => callApi(client, confirmRecommendation, { body: { token } }) });
  const withdraw = useMutation({ mutationFn: () => callApi(client, withdrawRecommendation, { body: { token } }) });

  const isGone = withdraw.isSuccess || withdrawn?.done === true;
  const isConfirmed = confirm.isSuccess || confirmed?.done === true || data?.isConfirmed === true;
  const error = withdraw.error ?? confirm.error;
  const refused = [confirmed, withdrawn].find((plain) => plain && !plain.done);
  const failure = error
    ? problemMessage(error, 'That did not work. Please try again.')
    : refused && !refused.done
      ? refused.message
      : null;
  const said = confirm.data?.answer.message ?? data?.message ?? recommendationConfirmedMessage;
  const page = data ? `/business/${data.business.slug}` : '/directory';
  const alert = failure ? (
    <p role="alert" className="mt-5 rounded-control bg-danger-ground p-4 font-semibold text-danger">
      {failure}
    </p>
  ) : null;
  return (
    <>
      <PageHead title="Your recommendation" description="Confirm a recommendation, or take it back." noIndex />
      {isGone ? (
        <AccountCard title="Taken back" text={<span role="status">{recommendationWithdrawnMessage}</span>}>
          <ButtonLink to={page}>{data ? 'See the page' : 'See the directory'}</ButtonLink>
        </AccountCard>
      ) : isConfirmed ? (
        <AccountCard title="Confirmed" text={<span role="status">{said}</span>}>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to={page}>{data ? 'See the page' : 'See the directory'}</ButtonLink>
            {token === '' ? null : (
              <LinkButton token={token} action="/recommendations/withdraw" look="secondary" run={withdraw}>
                Take it back
              </LinkButton>
            )}
          </div>
          {alert}
        </AccountCard>
      ) : data ? (
        <AccountCard
          title="Confirm your recommendation"
          text={`You recommend ${data.business.name}. Please confirm that it was you.`}
        >
          <LinkButton token={token} action="/recommendations/confirm" look="primary" run={confirm}>
            Confirm
          </LinkButton>
          {alert}
        </AccountCard>
      ) : (
        <AccountCard
          title="This link does not work"
          text="It may be older than a week, or cut off, or the recommendation is deleted."
        >
          <ButtonLink to="/directory">See the directory</ButtonLink>
        </AccountCard>
      )}
    </>
  );
}

interface LinkButtonProps {
  token: string;
  action: string;
  look: 'primary' | 'secondary';
  run: { isPending: boolean; mutate: () => void };
  children: ReactNode;
}

function LinkButton({ token, action, look, run, children }: LinkButtonProps) {
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!run.isPending) run.mutate();
  }
  return (
    <form method="post" action={`${action}?token=${token}`} onSubmit={submit}>
      <input type="hidden" name="token" value={token} />
      <Button type="submit" look={look} aria-disabled={run.isPending}>
        {children}
      </Button>
    </form>
  );
}
