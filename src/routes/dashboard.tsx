import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ThumbsUp } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { ConfirmEmailNote } from '#features/accounts/web/confirm-email-note.tsx';
import { SignInGuard } from '#features/accounts/web/sign-in-guard.tsx';
import { isSignedOut, useSessionEnded } from '#features/accounts/web/use-session-ended.ts';
import { useSettledCheckouts } from '#features/billing/web/use-settled-checkouts.ts';
import { MessagesLine } from '#features/business-messages/web/messages-line.tsx';
import { countSentence } from '#features/businesses/count-sentence.ts';
import type { OwnBusinessSummary } from '#features/businesses/owner-contract.ts';
import { OwnBusinessItem } from '#features/businesses/web/own-business-item.tsx';
import { OwnRefusedNote } from '#features/businesses/web/own-refused-note.tsx';
import { ownBusinessesQuery } from '#features/businesses/web/owner-queries.ts';
import { WaysIn } from '#features/businesses/web/ways-in.tsx';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { ownClaimsQuery } from '#features/claims/web/claim-queries.ts';
import type { ListingQuestion } from '#features/listing-questions/contract.ts';
import { ownQuestionsQuery } from '#features/listing-questions/web/question-queries.ts';
import { canUpgrade } from '#features/premium/can-upgrade.ts';
import type { Billing } from '#features/premium/contract.ts';
import { planOfListing } from '#features/premium/plan-words.ts';
import { billingQuery } from '#features/premium/web/billing-queries.ts';
import { ManageBillingButton } from '#features/premium/web/manage-billing-button.tsx';
import { UpgradeBanner } from '#features/premium/web/upgrade-banner.tsx';
import emptyDrawing from '#web/art/empty/no-business.svg';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card, Container } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { partToCome, SettleTogether } from '#web/ui/settle-together.tsx';

/** Few have any. */
const WaitingInvitations = lazy(() => import('#features/managers/web/waiting-invitations.tsx'));

/** Only somebody without a listing can have lost one. */
const LostListings = lazy(() =>
  import('#features/managers/web/lost-listings.tsx').catch(() => ({ default: () => null })),
);

/** Few have paid before they signed up. */
const WaitingListing = lazy(() =>
  import('#features/listing-orders/web/waiting-listing.tsx').catch(() => ({ default: () => null })),
);

const OwnPlans = lazy(() =>
  import('#features/premium/web/own-plans.tsx').catch(() => ({
    default: () => <LoadFailed message="We could not load your plans." onRetry={() => location.reload()} />,
  })),
);

const KeepAccountButton = lazy(() => import('#features/leaving/web/keep-account-button.tsx'));
const changedByStaying = [billingQuery.queryKey, ownClaimsQuery.queryKey];
const KeepAccount = () => (
  <Suspense fallback={partToCome}>
    <KeepAccountButton queryKeys={changedByStaying} />
  </Suspense>
);

const hasPlans = ({ plans, prepaid, notices, notes, deletesAt }: Billing) =>
  plans.length + prepaid.length + notices.length + notes.length > 0 || deletesAt !== null;

/** A payment that is owed, and the end of the account, come before everything else. */
const mustBeSeen = ({ notices, deletesAt }: Billing) =>
  deletesAt !== null || notices.some(({ kind }) => kind === 'failed' || kind === 'disputed');

/** Few are asked. */
const OwnQuestions = lazy(() => import('#features/listing-questions/web/own-questions.tsx'));

/** Far down, and few have any of them. */
const OwnClaims = lazy(() =>
  import('#features/claims/web/own-claims.tsx').catch(() => ({
    default: () => <LoadFailed message="We could not load your claims." onRetry={() => location.reload()} />,
  })),
);
const OwnOrders = lazy(() => import('#features/listing-orders/web/own-orders.tsx'));
const OwnSuggestions = lazy(() => import('#features/events/web/own-suggestions.tsx'));

export function Page() {
  return (
    <>
      <PageHead title="Dashboard" description="Your businesses in the directory." noIndex />
      <SignInGuard>{(user) => <Dashboard user={user} />}</SignInGuard>
    </>
  );
}

const none: readonly string[] = [];
const noPlans: Pick<Billing, 'plans' | 'takenOver'> = { plans: [], takenOver: [] };
const noQuestions: readonly ListingQuestion[] = [];
/** The queries that a finished checkout changes. */
const endOfCheckout = [ownBusinessesQuery, billingQuery, ownClaimsQuery];

function Dashboard({ user }: { user: CurrentUser }) {
  const client = useQueryClient();
  const [isKnown] = useState(() => client.getQueryData(ownBusinessesQuery.queryKey) !== undefined);
  const { data: businesses, error, refetch } = useQuery({ ...ownBusinessesQuery, refetchOnMount: 'always' });
  // Without an answer, the dashboard looks as if nothing was paid.
  const { data: billing, isPending: isBillingAsked } = useQuery({ ...billingQuery, refetchOnMount: 'always' });
  // The part with the questions reads them.
  const { data: questions = noQuestions } = useQuery({ ...ownQuestionsQuery, enabled: false });
  useSessionEnded(error);
  // A visitor who returns from a payment page may be here before the payment is noted, and would see the old
  // state.
  useSettledCheckouts(billing?.checkouts ?? none, endOfCheckout);
  const own = businesses?.filter(({ isOwner }) => isOwner) ?? [];
  const mayUpgrade = canUpgrade(own) && !isBillingAsked && !billing?.hasUpgrade;
  const isEmpty = businesses?.length === 0;
  const ownFirst = businesses !== undefined && businesses.length > 0;
  const isUrgent = billing !== undefined && mustBeSeen(billing);
  const plans =
    billing && hasPlans(billing) ? (
      <Suspense fallback={partToCome}>
        <OwnPlans
          billing={billing}
          isUsed={businesses === undefined || own.length > 0}
          isOneListing={own.length === 1}
          mayUpgrade={mayUpgrade}
          keepAccount={<KeepAccount />}
        />
      </Suspense>
    ) : null;
  const mine = (
    <MyBusinesses
      failed={error && !isSignedOut(error) ? () => void refetch() : null}
      isShown={businesses !== undefined}
    >
      {businesses ? (
        <OwnBusinesses
          businesses={businesses}
          isEmailConfirmed={user.emailVerified}
          billing={billing ?? noPlans}
          mayUpgrade={mayUpgrade}
          asked={questions.flatMap(({ id, question }) => (question === null ? [] : [id]))}
        />
      ) : null}
    </MyBusinesses>
  );
  return (
    <SettleTogether isKnown={isKnown} isWaiting={businesses === undefined && !error}>
      <Head user={user} billing={billing} />
      <Container className="grid gap-8 py-8 lg:gap-10 lg:py-12">
        <ConfirmEmailNote user={user} />
        {user.emailVerified ? (
          <Suspense fallback={partToCome}>
            <WaitingInvitations withSent />
            <WaitingListing userId={user.id} />
          </Suspense>
        ) : null}
        {isEmpty ? (
          <Suspense fallback={partToCome}>
            <LostListings />
          </Suspense>
        ) : null}
        <OwnRefusedNote />
        {isUrgent ? plans : null}
        {businesses && businesses.length > 0 ? (
          <div className="flex flex-wrap gap-4">
            <MessagesLine />
            <ButtonLink to="/dashboard/recommendations" look="secondary">
              <ThumbsUp aria-hidden="true" size={18} />
              Recommendations
            </ButtonLink>
          </div>
        ) : null}
        <Questions businesses={businesses} />
        {ownFirst ? mine : null}
        {isUrgent ? null : plans}
        {isEmpty ? <WaysIn /> : null}
        <Suspense fallback={partToCome}>
          <OwnOrders />
        </Suspense>
        <Suspense fallback={partToCome}>
          <OwnClaims />
        </Suspense>
        <Suspense fallback={partToCome}>
          <OwnSuggestions />
        </Suspense>
        {ownFirst ? null : mine}
        {/* A phone shows one of these at a time: the own listings come before what is for sale. */}
        {mayUpgrade ? <UpgradeBanner billing={billing} isOneListing={own.length === 1} /> : null}
        {isEmpty || (businesses === undefined && !error) ? null : <WaysIn />}
      </Container>
    </SettleTogether>
  );
}

interface MyBusinessesProps {
  children: ReactNode;
  isShown: boolean;
  /** Tries again what could not be loaded. */
  failed: (() => void) | null;
}

function MyBusinesses({ children, isShown, failed }: MyBusinessesProps) {
  return (
    <section aria-labelledby="mine">
      <h2 id="mine" className="text-26 lg:text-34">
        My Businesses
      </h2>
      {isShown || failed === null ? (
        children
      ) : (
        <div className="mt-5">
          <LoadFailed message="Failed to fetch businesses" onRetry={failed} />
        </div>
      )}
    </section>
  );
}

function Head({ user, billing }: { user: CurrentUser; billing: Billing | undefined }) {
  return (
    <div className="border-b border-line bg-ground-deep">
      <Container className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 py-8 lg:py-12">
        <div className="min-w-0">
          <h1 className="text-34 [overflow-wrap:anywhere] lg:text-46">Welcome, {user.username}!</h1>
          <p className="mt-2 text-18">Manage your listings, and see how they are doing.</p>
        </div>
        <div className="flex flex-wrap gap-3">
          {user.role === 'staff' ? <ButtonLink to="/staff">Go to the staff area</ButtonLink> : null}
          {billing?.canManage ? <ManageBillingButton /> : null}
          {billing?.hasBills ? (
            <ButtonLink to="/dashboard/bills" look="secondary">
              Your bills
            </ButtonLink>
          ) : null}
          <ButtonLink to="/account" look="secondary">
            Your account
          </ButtonLink>
        </div>
      </Container>
    </div>
  );
}

/** Staff ask only about listings that wait. */
function Questions({ businesses = [] }: { businesses: readonly OwnBusinessSummary[] | undefined }) {
  if (!businesses.some(({ status }) => status === 'pending')) return null;
  return (
    <Suspense fallback={partToCome}>
      <OwnQuestions />
    </Suspense>
  );
}

interface OwnBusinessesProps {
  businesses: readonly OwnBusinessSummary[];
  isEmailConfirmed: boolean;
  billing: Pick<Billing, 'plans' | 'takenOver'>;
  mayUpgrade: boolean;
  /** The listings about which a question waits. */
  asked: readonly string[];
}

function OwnBusinesses({ businesses, isEmailConfirmed, billing, mayUpgrade, asked }: OwnBusinessesProps) {
  if (businesses.length === 0) {
    return (
      <Card className="mt-5 px-6 py-10 text-center">
        <img src={emptyDrawing} width={240} height={160} alt="" className="mx-auto" />
        <p className="mx-auto mt-5 max-w-[34rem]">
          You don't have any businesses yet. Claim an existing one or add a new business to get started.
        </p>
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          <ButtonLink to="/claim-business" look="secondary">
            Claim Business
          </ButtonLink>
          <ButtonLink to="/add-business">Add New Business</ButtonLink>
        </div>
      </Card>
    );
  }
  const first = businesses.find(({ isOwner, status }) => isOwner && (status === 'approved' || status === 'pending'));
  return (
    <>
      <p className="mt-1 text-ink-soft empty:hidden">{countSentence(businesses)}</p>
      <ul className="mt-5 grid gap-4">
        {businesses.map((business) => (
          <li key={business.id}>
            <OwnBusinessItem
              business={business}
              isEmailConfirmed={business === first ? isEmailConfirmed : null}
              plan={planOfListing(billing, business.id)}
              mayUpgrade={mayUpgrade}
              isAsked={asked.includes(business.id)}
              all={businesses}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
