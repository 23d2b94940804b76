import { lazy, type ReactNode, Suspense } from 'react';
import { useCurrentUser } from '#features/accounts/web/current-user.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate, formatTime } from '#shared/dates.ts';
import { Link } from '#web/router/link.tsx';
import { Badge, type Tint } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/layout.tsx';
import type { Claim, ClaimStatus } from '../contract.ts';
import { describeClaim } from '../plans.ts';
import { TalkSoFar } from './talk-so-far.tsx';
import { WithdrawButton } from './withdraw-button.tsx';

/** On demand: few claims wait, and the page after a payment is to be light. */
const EvidenceForm = lazy(() => import('./evidence-form.tsx'));
const FinishCheckout = lazy(() => import('./finish-checkout.tsx'));

const badges: Record<ClaimStatus, readonly [label: string, tint: Tint]> = {
  pending: ['Checkout Not Finished', 'gray'],
  in_review: ['In Review', 'orange'],
  approved: ['Approved', 'green'],
  rejected: ['Not Approved', 'red'],
  superseded: ['Went to Someone Else', 'gray'],
  withdrawn: ['Withdrawn', 'gray'],
  lapsed: ['Not Decided', 'gray'],
  expired: ['Checkout Not Finished', 'gray'],
  ending: ['Approved', 'green'],
  handed_over: ['Handed Over', 'gray'],
  ended: ['Ended', 'gray'],
};

/** One claim: its state, what it means for the claimant's money, and the next step. */
export function ClaimItem({ claim, children }: { claim: Claim; children?: ReactNode }) {
  const { business, plan, status } = claim;
  const [label, tint] = badges[status];
  return (
    <Card className="p-5 sm:p-6">
      <article aria-label={`Claim: ${business.name}`}>
        <h3 className="text-21 [overflow-wrap:anywhere]">
          <Link to={`/business/${business.slug}`}>{business.name}</Link>
        </h3>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-16">
          <Badge tint={tint}>{label}</Badge>
          {describeClaim(plan, claim.amountCents)}
        </p>
        <div className="mt-3 grid max-w-[46rem] justify-items-start gap-3 text-16">
          <StateText claim={claim} />
        </div>
        {status === 'in_review' ? (
          <Suspense fallback={null}>
            <EvidenceForm claim={claim} />
          </Suspense>
        ) : null}
        {status === 'in_review' || status === 'pending' ? <WithdrawButton claim={claim} /> : null}
        {children}
      </article>
    </Card>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return <div className="w-full rounded-control bg-danger-ground px-4 py-3">{children}</div>;
}

function unchargedWords({ amountCents, isGivenBack }: Claim): string {
  if (amountCents === 0) return '';
  return isGivenBack ? 'What you have paid goes back to your card. ' : 'You were not charged. ';
}

function Unfinished({ claim }: { claim: Claim }) {
  const { timeZone } = useCity();
  const { checkoutUrl, goesOn } = claim;
  return (
    <>
      <p>
        You have not finished the checkout. Nothing has been charged.
        {goesOn ? ` The listing is yours, and paid until ${formatDate(goesOn.from, timeZone)}.` : ''}
      </p>
      {checkoutUrl ? (
        <Suspense fallback={null}>
          <FinishCheckout claim={claim} />
        </Suspense>
      ) : null}
    </>
  );
}

/** The former owner reads it. */
function HandedOver({ claim: { handedOverBy, endsAt, amountCents } }: { claim: Claim }) {
  const { timeZone } = useCity();
  const paid =
    amountCents > 0 && endsAt
      ? ` The time until ${formatDate(endsAt, timeZone)}, which is paid, went along with it; your plan is not renewed.`
      : '';
  return (
    <p>
      {handedOverBy === 'staff' ? 'We gave this listing to another owner.' : 'You handed this listing over.'}
      {paid}
    </p>
  );
}

function StateText({ claim }: { claim: Claim }) {
  const { timeZone } = useCity();
  const { user } = useCurrentUser();
  const { status, business, dueAt, question, reason, payBy, attemptAt, endsAt, isMailboxEnough } = claim;
  const isFree = claim.amountCents === 0;
  const uncharged = unchargedWords(claim);
  const again = <Link to={`/claim-business?business=${business.slug}`}>Claim it again</Link>;
  switch (status) {
    case 'pending':
      return <Unfinished claim={claim} />;
    case 'in_review':
      return question !== null ? (
        <>
          <TalkSoFar {...claim} />
          <div className="w-full rounded-control border border-gold-line bg-gold-ground px-4 py-3">
            <p className="font-semibold">We have a question:</p>
            <p className="whitespace-pre-line [overflow-wrap:anywhere]">{question}</p>
            <p>
              Please answer below: your claim waits{' '}
              {claim.waitsUntil ? `until ${formatDate(claim.waitsUntil, timeZone)}` : 'for it'}.
              {isFree ? '' : ' Your card is not charged until it is approved.'}
            </p>
          </div>
        </>
      ) : (
        <>
          <TalkSoFar {...claim} />
          <p>
            We are checking your claim
            {dueAt ? ` and will answer by ${formatDate(dueAt, timeZone)}, ${formatTime(dueAt, timeZone)}` : ''}.
            {isFree ? '' : ' Your card is not charged until it is approved.'}
          </p>
          {isMailboxEnough ? (
            <p>
              Don't want to wait? <Link to="/account">Confirm your email</Link> {user?.email}: it belongs to the
              business's website, and your claim is then approved at once{isFree ? '' : ', and your card charged'}.
            </p>
          ) : null}
        </>
      );
    case 'approved':
      return payBy ? (
        <Warning>
          <p className="font-semibold text-danger">Your card was declined.</p>
          <p>
            The listing is yours until {formatDate(payBy, timeZone)}. Please add another card under Manage billing, and
            pay there before then, or you will lose it.
            {attemptAt ? ` We try your card again on ${formatDate(attemptAt, timeZone)} by ourselves.` : ''}
          </p>
        </Warning>
      ) : (
        <p>
          The listing is yours. You'll find it under My Businesses.
          {claim.goesOn?.isChargedThen
            ? ` The first payment is on ${formatDate(claim.goesOn.from, timeZone)}: the time until then is paid already.`
            : ''}
        </p>
      );
    case 'rejected':
      return (
        <Warning>
          <p className="font-semibold text-danger">Reason: {reason}</p>
          <p>
            {uncharged}Is this a mistake? {again}, and tell us more.
          </p>
        </Warning>
      );
    case 'ending':
      return (
        <p>
          {claim.isBack
            ? 'The listing has come back to you. Its plan was not to be renewed after the hand-over, and still ends: the listing stays yours'
            : 'Your plan is canceled. The listing stays yours'}
          {endsAt ? ` until ${formatDate(endsAt, timeZone)}` : ' to the end of the time you paid for'}.
        </p>
      );
    case 'handed_over':
      return <HandedOver claim={claim} />;
    case 'superseded':
      return <p>Someone else's claim on this listing was approved first. {uncharged}</p>;
    case 'withdrawn':
      return (
        <p>
          You took this claim back. {uncharged}Changed your mind? {again}.
        </p>
      );
    case 'lapsed':
      return <p>We did not decide in time, and we are sorry. You were not charged. {again}.</p>;
    case 'ended':
      if (claim.handedOverBy !== null) return <HandedOver claim={claim} />;
      return <p>Your plan has ended, and the listing has no owner now. {again}.</p>;
    default:
      return (
        <p>
          {`You did not finish the checkout. ${uncharged}`} {again}.
        </p>
      );
  }
}
