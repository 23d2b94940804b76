/**
 * The last section of the account page: what a deletion ends, what happens to paid time, and the deletion
 * itself.
 */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AccountSection } from '#features/accounts/web/account-section.tsx';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { Leaving } from '../contract.ts';
import { endsBefore } from '../plan-words.ts';
import { ComingBack } from './coming-back.tsx';
import KeepAccountButton from './keep-account-button.tsx';
import { LeaveForm } from './leave-form.tsx';
import { leavingQuery } from './leaving-query.ts';
import { PlanList } from './plan-list.tsx';

export function DeleteSection() {
  const { data, isError, refetch } = useQuery(leavingQuery);
  const [goesOn, setGoesOn] = useState<readonly string[]>([]);
  const leaving = data && afterKeeping(data, goesOn);
  return (
    <AccountSection
      title="Delete account"
      text={
        <>
          <ul className="list-disc pl-5">
            <li>Your listings stay in the directory without an owner. Someone else can claim them.</li>
            <li>You never lose what you have paid for: you choose what happens to it.</li>
            <li>
              Once it is deleted, you are signed out everywhere, and your name, email and password are removed. That
              cannot be undone.
            </li>
            <li>Messages you sent us and records of payments stay with us.</li>
          </ul>
          {leaving && leaving.plans.length + leaving.cashPlans.length + leaving.prepaid.length > 0 ? (
            <PlanList {...leaving} />
          ) : null}
          {leaving && leaving.openClaims.length > 0 ? (
            <p className="mt-3">
              Your claim on {leaving.openClaims.join(' and on ')} is not decided. It is taken back, and nothing is
              charged for it.
            </p>
          ) : null}
          {leaving ? <ComingBack listings={leaving.listings} /> : null}
          {leaving?.managed.map(({ business, managers }) => (
            <p key={business} className="mt-3 [overflow-wrap:anywhere]">
              {managers.join(', ')} {managers.length === 1 ? 'manages' : 'manage'} {business} with you, and can no
              longer edit it then. To leave it in their hands, hand it over first.
            </p>
          ))}
          {leaving && leaving.openOrders.length > 0 ? (
            <p className="mt-3 [overflow-wrap:anywhere]">
              We have not set up the listing that you paid for yet: {leaving.openOrders.join(', ')}. What you sent for
              it goes with the account, so please wait until it is set up, or write to us for your money back.
            </p>
          ) : null}
        </>
      }
    >
      {leaving ? (
        <div className="grid gap-6">
          {leaving.deletesAt ? <Planned leaving={leaving} deletesAt={leaving.deletesAt} onKept={setGoesOn} /> : null}
          <LeaveForm key={leaving.deletesAt ?? ''} leaving={leaving} />
        </div>
      ) : isError ? (
        <LoadFailed message="We could not look up what you pay for." onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
    </AccountSection>
  );
}

/** The plans as they are once the payment service has taken back the ends that a deletion had set. */
function afterKeeping(leaving: Leaving, goesOn: readonly string[]): Leaving {
  if (leaving.deletesAt !== null || goesOn.length === 0) return leaving;
  const plans = leaving.plans.map((plan) =>
    plan.state === 'ending' && goesOn.includes(plan.id) ? { ...plan, state: 'running' as const } : plan,
  );
  return { ...leaving, plans };
}

interface PlannedProps {
  leaving: Leaving;
  deletesAt: string;
  /** Gets the plans that go on. */
  onKept: (ids: readonly string[]) => void;
}

/** A planned deletion, with a button that cancels it. */
function Planned({ leaving, deletesAt, onKept }: PlannedProps) {
  const { timeZone } = useCity();
  const earlier = endsBefore(leaving, deletesAt, timeZone);
  return (
    <div className="rounded-control border border-line-strong bg-ground-deep p-4">
      <p className="font-semibold">Your account will be deleted on {formatDate(deletesAt, timeZone)}.</p>
      <p className="mt-1 text-16 text-ink-soft">
        {earlier.length === 0
          ? 'Until then everything stays as it is'
          : `${earlier.join(' ')} Until then everything else stays as it is`}
        , and no further payment is taken.{' '}
        {leaving.credit === null
          ? ''
          : `Your credit of ${formatDollars(leaving.credit.endCents)} goes back to your card then. `}
        If you stay, your plans go on, but for those that you had canceled before
        {earlier.length === 0 ? '' : ' and those that are over by then'}.
      </p>
      <KeepAccountButton queryKeys={[leavingQuery.queryKey]} onKept={onKept} className="mt-3" />
    </div>
  );
}
