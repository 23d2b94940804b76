import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { type describeLink, type LinkWords, verifyEmail } from '#features/accounts/mail-links-contract.ts';
import { AccountCard } from '#features/accounts/web/account-card.tsx';
import { ConfirmWithoutScript } from '#features/accounts/web/confirm-without-script.tsx';
import { currentUserQuery, useCurrentUser } from '#features/accounts/web/current-user.ts';
import { linkWordsQuery } from '#features/accounts/web/link-words-query.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { claimsOfLink } from '#features/claims/contract.ts';
import type { Answer } from '#shared/endpoint.ts';
import { formatDollars } from '#shared/money.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import type { PageProps } from '#web/page.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { usePlainForm } from '#web/ui/plain-form.tsx';

/** The way back for somebody who signed up by an invitation. */
const WaitingInvitations = lazy(() => import('#features/managers/web/waiting-invitations.tsx'));

/** Few have paid before they signed up. */
const WaitingListing = lazy(() =>
  import('#features/listing-orders/web/waiting-listing.tsx').catch(() => ({ default: () => null })),
);

const head = <PageHead title="Confirm Email" description="Confirm that an email address is yours." noIndex />;

/** Names the address: somebody with two links in two mailboxes would not know which one this is. */
function saysWhat(link: LinkWords | null): ReactNode {
  if (link === null) return 'One click, and we know that this address is yours.';
  const { kind, former, isLast } = link;
  const email = <strong className="text-ink [overflow-wrap:anywhere]">{link.email}</strong>;
  if (kind === 'address') return <>One click, and we know that {email} is yours.</>;
  if (former !== null) {
    return (
      <>
        Change the email of your account from <strong className="text-ink [overflow-wrap:anywhere]">{former}</strong> to{' '}
        {email}? {isLast ? 'One click, and it is changed.' : 'It is changed once you have opened the other link, too.'}
      </>
    );
  }
  if (isLast) return <>One click, and your account uses {email}.</>;
  return <>One click, and we know that {email} is yours. Your account does not use it yet.</>;
}

/** A link that confirms nothing any more: it leads on in place of asking again. */
function UselessLink({ former }: Pick<Answer<typeof describeLink>, 'former'>) {
  const { user } = useCurrentUser();
  const isDone = former === 'done' || (former === null && user?.emailVerified === true);
  return (
    <>
      {head}
      {isDone ? (
        <AccountCard
          title="Email confirmed"
          text={
            <span role="status">
              {former === 'done' ? 'You have confirmed this address already' : 'Your email is confirmed already'}. There
              is nothing more to do.
            </span>
          }
        >
          <ButtonLink to="/dashboard">Go to Dashboard</ButtonLink>
        </AccountCard>
      ) : (
        <AccountCard
          title="Confirm your email"
          text={
            <span role="status">
              {former === 'used'
                ? 'You have used this link already'
                : 'This link is too old, or a part of it is missing'}
              . Your account page says which address is confirmed, and sends a new link.
            </span>
          }
        >
          <ButtonLink to="/account">Your Account</ButtonLink>
        </AccountCard>
      )}
    </>
  );
}

/** @param claims those that the click has approved, or will */
function Confirmed({ message, claims }: { message: string; claims: Answer<typeof claimsOfLink> }) {
  const { user } = useCurrentUser();
  return (
    <>
      {head}
      <AccountCard title="Email confirmed" text={<span role="status">{message}</span>}>
        {claims.map((claim) => (
          <p key={claim.business} className="mb-5 [overflow-wrap:anywhere]">
            Your claim of {claim.business} is approved {claim.isAtOnce ? 'with it' : 'then'}
            {claim.amountCents > 0 ? `, and the first month, ${formatDollars(claim.amountCents)}, is due with it` : ''}.
            We write to you {claim.isAtOnce ? 'in a moment' : 'about it'}.
          </p>
        ))}
        {user?.emailVerified ? (
          <Suspense fallback={null}>
            <div className="mb-6 empty:hidden">
              <WaitingInvitations />
            </div>
            <div className="mb-6 empty:hidden">
              <WaitingListing userId={user.id} />
            </div>
          </Suspense>
        ) : null}
        <ButtonLink to="/dashboard">Go to Dashboard</ButtonLink>
      </AccountCard>
    </>
  );
}

/** Opening the link changes nothing, because mail scanners open links too. The button confirms. */
export function Page({ search }: PageProps<'token'>) {
  const client = useQueryClient();
  const token = search.get('token') ?? '';
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: async () => (await callApi(client, verifyEmail, { body: { token } })).answer.message,
    onSuccess: () => client.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
    // Another tab may have used the link.
    onError: () => client.invalidateQueries({ queryKey: linkWordsQuery(token).queryKey }),
  });
  // Read before the link is used up. A change of email has two links, often opened together: the second one approves
  // claims only once the first was used, so the page asks again when somebody comes back to it.
  const ofClaims = useQuery({
    queryKey: ['claims of a link', token],
    queryFn: async () => (await callApi(client, claimsOfLink, { body: { token } })).answer,
    enabled: token !== '' && !isPending && data === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: 'always',
  });
  const ofWords = useQuery({
    ...linkWordsQuery(token),
    enabled: token !== '' && !isPending && data === undefined,
    refetchOnWindowFocus: 'always',
  });
  const { data: claims = [] } = ofClaims;
  const { data: words } = ofWords;
  const plain = usePlainForm('verify-email');
  const unread = [ofClaims, ofWords].filter(({ isError }) => isError);
  const confirmed = data ?? (plain?.done ? plain.message : undefined);
  if (confirmed !== undefined) return <Confirmed message={confirmed} claims={claims} />;
  const isUseless = words !== undefined && (words.link === null || words.link.kind === 'password');
  if (isUseless && !isPending) return <UselessLink former={words.former} />;
  return (
    <>
      {head}
      <AccountCard
        title="Confirm your email"
        text={
          token
            ? saysWhat(words?.link ?? null)
            : 'Please open the link in the email that we sent you. You can ask for a new one on your account page.'
        }
      >
        {claims.map((claim) => (
          <p key={claim.business} className="mb-5 font-semibold [overflow-wrap:anywhere]">
            {claim.isAtOnce
              ? `It also approves your claim of ${claim.business} at once`
              : `Your claim of ${claim.business} is approved as soon as your account uses this address`}
            {claim.amountCents > 0
              ? `: the first month, ${formatDollars(claim.amountCents)}, is then due. Any credit that you have pays first, your card the rest`
              : ''}
            .
          </p>
        ))}
        {unread[0] ? (
          // The click may charge a card, so nobody is asked for it before that is known.
          <div role="alert" className="rounded-control bg-danger-ground p-4 font-semibold text-danger">
            <p>{problemMessage(unread[0].error, 'We could not read what this link does.')}</p>
            <Button look="quiet" className="mt-2 -ml-5" onClick={() => unread.map(({ refetch }) => refetch())}>
              Try again
            </Button>
          </div>
        ) : token ? (
          <>
            <Button
              size="large"
              className="noscript:hidden"
              disabled={isPending || ofClaims.isFetching || ofWords.isFetching}
              onClick={() => mutate()}
            >
              {isPending ? 'Confirming...' : 'Confirm Email'}
            </Button>
            <noscript>{import.meta.env.SSR ? <ConfirmWithoutScript token={token} /> : null}</noscript>
          </>
        ) : (
          <ButtonLink to="/account">Your Account</ButtonLink>
        )}
        {error ? (
          <p role="alert" className="mt-5 rounded-control bg-danger-ground p-4 font-semibold text-danger">
            {problemMessage(error, 'Your email is not confirmed yet. Check the connection and try again.')}
          </p>
        ) : null}
      </AccountCard>
    </>
  );
}
