import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { useCurrentUser } from '#features/accounts/web/current-user.ts';
import { productNames } from '#features/billing/catalogue.ts';
import { OutcomeWays, PaymentOutcome } from '#features/billing/web/payment-outcome.tsx';
import { useSettledCheckouts } from '#features/billing/web/use-settled-checkouts.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import type { Claim } from '#features/claims/contract.ts';
import { ClaimItem } from '#features/claims/web/claim-item.tsx';
import { ownClaimsQuery } from '#features/claims/web/claim-queries.ts';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import { DraftOwner } from '#web/forms/draft-owner.ts';
import type { PageProps } from '#web/page.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Container } from '#web/ui/layout.tsx';

/** The query that a claim changes once its card is stored. */
const claimed = [ownClaimsQuery];

/** The mails about a claim come from the town's one address, and so do the answers. */
const ClaimOutcome = (props: ComponentProps<typeof PaymentOutcome>) => <PaymentOutcome {...props} writeTo="email" />;

/** A claim comes here: from the payment page with its card known and nothing charged, or at once where it costs nothing. */
export function Page({ search }: PageProps<'session_id' | 'claim'>) {
  const sessionId = search.get('session_id');
  const claimId = search.get('claim');
  const settled = useSettledCheckouts(sessionId === null ? [] : [sessionId], claimed);
  const { data: claims } = useQuery({ ...ownClaimsQuery, enabled: sessionId !== null });
  const claim = claims?.find(({ checkoutId }) => checkoutId === sessionId);
  if (claimId !== null) return <FreeClaim id={claimId} />;
  if (settled.isUnfinished) {
    return (
      <ClaimOutcome title="Not Finished Yet" how="bad">
        <p className="mt-3">This checkout was not completed. You were not charged.</p>
        <ToDashboard />
      </ClaimOutcome>
    );
  }
  if (claim && claim.status !== 'pending' && claim.status !== 'in_review') return <Decided claim={claim} />;
  if (claim?.isChargedAtOnce) {
    return (
      <ClaimOutcome title="One Moment" how="unknown">
        <p className="mt-3 [overflow-wrap:anywhere]">
          Your claim of {claim.business.name} is being approved, and the first month charged. Please do not pay again:
          your dashboard shows it in a moment.
        </p>
        <ToDashboard />
      </ClaimOutcome>
    );
  }
  // Its card is known once the payment service has said so, or the site has it in review.
  if (!claim || (claim.status === 'pending' && !settled.isComplete)) {
    return <UnknownClaim isMissing={sessionId === null || (settled.isMissing && claim === undefined)} />;
  }
  return (
    <ClaimOutcome title="We Have Your Claim" how="good">
      <p className="mt-3 font-semibold">Not charged yet: you pay only once your claim is approved.</p>
      <p className="mt-3 [overflow-wrap:anywhere]">You have claimed {claim.business.name}.</p>
      <p className="mt-3">
        We check every claim within 24 hours, and write to you as soon as it is decided. If the answer is no, you pay
        nothing.
      </p>
      {claim?.isMailboxEnough ? (
        <p className="mt-3 font-semibold">
          Quicker: confirm your email with the link that we sent you. Your address is at the business’s own domain, so
          your claim is then approved at once, and the first month is due: {formatDollars(claim.amountCents)}.
        </p>
      ) : null}
      <p className="mt-3">
        A few words about you and the business help us decide: your dashboard has a place for them, under Help us
        decide.
      </p>
      <ToDashboard />
    </ClaimOutcome>
  );
}

/** Nothing is said to be claimed or charged before the server has said so. */
function UnknownClaim({ isMissing }: { isMissing: boolean }) {
  const { user } = useCurrentUser({ ask: true });
  return (
    <ClaimOutcome title="Your Claim" how="unknown">
      <div role="status" className="mt-3">
        {isMissing ? (
          <p>
            We see no claim of {user ? 'your account' : 'this browser'} here.{' '}
            {user ? 'Your dashboard has all of yours.' : 'Log in: your dashboard has all of yours.'}
          </p>
        ) : (
          <p>One moment: we look up your claim. Your dashboard has it, too.</p>
        )}
      </div>
      <ToDashboard />
    </ClaimOutcome>
  );
}

/** A claim that is over: approved at once, where the mailbox proves it, or looked at again later. */
function Decided({ claim }: { claim: Claim }) {
  const { business, amountCents, payBy, status } = claim;
  if (status !== 'approved' || payBy !== null) return <AsItStands claim={claim} />;
  if (claim.goesOn !== null) return <GoesOn claim={claim} goesOn={claim.goesOn} />;
  return (
    <ClaimOutcome title="Your Claim Is Approved" how="good">
      <p className="mt-3 font-semibold [overflow-wrap:anywhere]">
        {business.name} is yours.{amountCents === 0 ? '' : <Charged claim={claim} />}
      </p>
      <p className="mt-3">
        {amountCents === 0
          ? ''
          : claim.isPaid
            ? 'The receipt comes by mail. '
            : 'The receipt comes by mail; if the card does not work, a mail says so. '}
        You can edit the listing right away.
      </p>
      <ToDashboard>
        <ButtonLink to={`/edit-business/${business.id}`}>Edit the Listing</ButtonLink>
      </ToDashboard>
    </ClaimOutcome>
  );
}

const settledMs = [2_000, 5_000, 10_000] as const;

/** The charge follows the approval a moment later, and may be declined: nothing is said to be paid before it was. */
function Charged({ claim: { isPaid, amountCents } }: { claim: Claim }) {
  const client = useQueryClient();
  useEffect(() => {
    if (isPaid) return;
    const timers = settledMs.map((ms) =>
      setTimeout(() => void client.invalidateQueries({ queryKey: ownClaimsQuery.queryKey }), ms),
    );
    return () => timers.forEach(clearTimeout);
  }, [client, isPaid]);
  const price = formatDollars(amountCents);
  // A credit may pay a part before the card does.
  return ` The first month, ${price}, is ${isPaid ? 'paid' : 'due now'}.`;
}

/** The listing was theirs already: its former owner has paid for the time before. */
function GoesOn({ claim, goesOn }: { claim: Claim; goesOn: NonNullable<Claim['goesOn']> }) {
  const { timeZone } = useCity();
  const { business, amountCents, plan } = claim;
  const day = formatDate(goesOn.from, timeZone);
  const price = formatDollars(amountCents);
  return (
    <ClaimOutcome title="You Go On With It" how="good">
      <p className="mt-3 font-semibold [overflow-wrap:anywhere]">
        {business.name} stays yours{amountCents === 0 ? '' : `, with ${productNames[`claim_${plan}`]}`}.{' '}
        {goesOn.isChargedThen
          ? `Nothing was charged: the first payment, ${price}, is due on ${day}, when the time that is paid already ends.`
          : amountCents === 0
            ? 'It costs you nothing.'
            : `The first month, ${price}, is paid.`}
      </p>
      <ToDashboard />
    </ClaimOutcome>
  );
}

function ToDashboard({ children }: { children?: ReactNode }) {
  return (
    <OutcomeWays>
      {children}
      <ButtonLink to="/dashboard" look={children ? 'secondary' : 'primary'}>
        Go to Dashboard
      </ButtonLink>
    </OutcomeWays>
  );
}

/** The claim as the dashboard shows it: declined, decided otherwise, or ended since. */
function AsItStands({ claim }: { claim: Claim }) {
  return (
    <>
      <PageHead title="Your Claim" description="How your claim stands." noIndex />
      <Container className="max-w-3xl py-10">
        <h1 className="mb-4 text-34">Your Claim</h1>
        <ClaimItem claim={claim} />
      </Container>
    </>
  );
}

/** A claim without a price, with the place for its proof. */
function FreeClaim({ id }: { id: string }) {
  const { data: claims } = useQuery({ ...ownClaimsQuery, refetchOnMount: 'always' });
  const { user } = useCurrentUser({ ask: true });
  const claim = claims?.find((own) => own.id === id);
  if (claim && claim.status !== 'in_review') return <Decided claim={claim} />;
  return (
    <>
      <ClaimOutcome title="We Have Your Claim" how="good">
        <p className="mt-3 font-semibold">It costs nothing, and no card is needed.</p>
        <p className="mt-3">
          We check within 24 hours that the business is yours, and write to you as soon as it is decided. Tell us how it
          is yours: that decides your claim.
        </p>
        <ToDashboard />
      </ClaimOutcome>
      {claim && user ? (
        <Container className="max-w-3xl pb-12">
          <h2 className="mb-4 text-26">Your claim</h2>
          <DraftOwner value={user.id}>
            <ClaimItem claim={claim} />
          </DraftOwner>
        </Container>
      ) : null}
    </>
  );
}
