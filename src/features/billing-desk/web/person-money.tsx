import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { withProof } from '#features/accounts/web/with-proof.ts';
import { discountTitle } from '#features/billing/held-discount.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { AskFirst } from '#features/staff-frame/web/ask-first.tsx';
import { KeptReason, noReason } from '#features/staff-frame/web/kept-reason.tsx';
import { SmallButton, StaffRow } from '#features/staff-frame/web/staff-parts.tsx';
import { useMay } from '#features/staff-frame/web/use-may.ts';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { formatDate, startOfDay } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import { isReason } from '#shared/reason.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { Badge } from '#web/ui/badge.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { hasNextPayment, nextPaymentWords } from '../next-payment.ts';
import { givenPlanName } from '../plan-names.ts';
import { endPlan } from '../plans-contract.ts';
import { getPersonCredit, getPersonMoney, type StaffMoneyAct } from '../staff-contract.ts';
import { CashPlanActs } from './cash-plan-acts.tsx';
import { PendingActRow } from './pending-act.tsx';
import { PlanForm } from './plan-form.tsx';
import { Subscription } from './subscriptions.tsx';

interface PersonMoneyProps {
  id: string;
  username: string;
}

/** A person's plans and what staff have done about them; for those who may see it. */
export function PersonMoney({ id, username }: PersonMoneyProps) {
  return useMay(['treasurer']) ? <Money id={id} username={username} /> : null;
}

function Money({ id, username }: PersonMoneyProps) {
  const { data, error, refetch } = useQuery(endpointQuery(getPersonMoney, { params: { id } }));
  const goesOn = data?.subscriptions.some(hasNextPayment) ?? false;
  const credit = useQuery({ ...endpointQuery(getPersonCredit, { params: { id } }), enabled: goesOn });
  const { timeZone } = useCity();
  const known = { cents: credit.isError ? null : credit.data?.cents, hasTax: data?.hasTax ?? false };
  const next = nextPaymentWords(data?.subscriptions ?? [], known, timeZone);
  const [form, setForm] = useState<'complimentary' | 'cash' | null>(null);
  const byCard =
    data?.subscriptions.filter(
      ({ kind, status, isSample, isDisputed, paidThrough }) =>
        kind === 'owner_premium' && status === 'active' && !isSample && !isDisputed && paidThrough !== null,
    ) ?? [];
  const running = data?.acts.filter(({ isRunning }) => isRunning) ?? [];
  const ends = [...byCard, ...running].flatMap(({ endsAt }) => endsAt ?? []).sort();
  return (
    <section aria-labelledby="money">
      <h2 id="money" className="mt-6 mb-2 text-21">
        Money
      </h2>
      {form === null ? (
        <div className="mb-3 flex flex-wrap gap-2">
          <SmallButton onClick={() => setForm('complimentary')}>Complimentary plan...</SmallButton>
          <SmallButton onClick={() => setForm('cash')}>Paid in cash or by check...</SmallButton>
        </div>
      ) : (
        <div className="mb-3">
          <PlanForm
            personId={id}
            username={username}
            kind={form}
            paysByCard={byCard.some(({ endsAt }) => endsAt === null)}
            premiumUntil={ends.at(-1) ?? null}
            lastPlan={data && (data.acts.find(({ kind }) => kind === 'cash' || kind === 'complimentary')?.id ?? null)}
            booked={data?.acts.filter(({ kind }) => kind === 'cash') ?? []}
            onDone={() => setForm(null)}
          />
        </div>
      )}
      {data ? (
        <ul className="grid gap-2">
          {data.pending.map((act) => (
            <li key={act.id}>
              <PendingActRow act={act} />
            </li>
          ))}
          {data.subscriptions.map((subscription) => (
            <li key={subscription.id}>
              <Subscription subscription={subscription} nextPayment={next.get(subscription.id)} />
            </li>
          ))}
          {data.acts.map((act) => (
            <li key={act.id}>
              <Act act={act} username={username} />
            </li>
          ))}
          {data.subscriptions.length + data.acts.length + data.pending.length === 0 ? (
            <li className="text-16 text-ink-soft">No plans, and nothing given back.</li>
          ) : null}
        </ul>
      ) : error ? (
        <LoadFailed message="We could not load the plans." onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
    </section>
  );
}

function titleOf({ kind, cents, percentOff, months, was }: StaffMoneyAct): string {
  const amount = formatDollars(cents ?? 0);
  switch (kind) {
    case 'refund':
      return `${amount} given back`;
    case 'credit':
      return `${amount} credited`;
    case 'discount':
      return discountTitle({ percentOff, months });
    case 'discount-end':
      return `${discountTitle({ percentOff, months })}: ended`;
    case 'complimentary':
    case 'cash':
      return givenPlanName(kind, cents);
    case 'cash-back':
      return `${amount} in cash or by check given back`;
    case 'cash-missing':
      return `${amount} in cash or by check never came`;
    case 'correction':
      return `Booking corrected: ${formatDollars(was?.cents ?? 0)} → ${amount}`;
  }
}

/** The word before the day of an act that has one. */
const dayWords: Partial<Record<StaffMoneyAct['kind'], string>> = {
  cash: 'received',
  correction: 'received',
  'cash-back': 'on',
  'cash-missing': 'on',
};

function Act({ act, username }: { act: StaffMoneyAct; username: string }) {
  const { timeZone } = useCity();
  const { kind, at, by, reason, endsAt, endedAt, endReason, receivedOn, receipt, reference, goneCents, isRunning } =
    act;
  const dayOfAct = receivedOn && formatDate(startOfDay(receivedOn, timeZone), timeZone);
  const facts = [
    `${formatDate(at, timeZone)} by ${by ?? 'a deleted account'}`,
    endsAt ? `until ${formatDate(endsAt, timeZone)}` : null,
    endedAt ? `ended ${formatDate(endedAt, timeZone)}` : null,
    dayOfAct ? `${dayWords[kind] ?? 'on'} ${dayOfAct}` : null,
    receipt ? `receipt ${receipt}` : null,
    reference ? `reference ${reference}` : null,
    goneCents > 0 ? `${formatDollars(goneCents)} of it given back or never come` : null,
  ];
  return (
    <StaffRow className="flex-wrap">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {titleOf(act)}
          {isRunning ? <Badge tint="green">Active</Badge> : null}
        </p>
        <p className="text-14 text-ink-soft [overflow-wrap:anywhere]">
          {facts.filter((fact) => fact !== null).join(', ')}
        </p>
        <p className="[overflow-wrap:anywhere]">{reason}</p>
        {endReason ? <p className="[overflow-wrap:anywhere]">Ended: {endReason}</p> : null}
      </div>
      {kind === 'cash' ? (
        <CashPlanActs plan={act} username={username} isRunning={isRunning} />
      ) : isRunning ? (
        <EndPlan id={act.id} />
      ) : null}
    </StaffRow>
  );
}

function EndPlan({ id }: { id: string }) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const [{ reason, settle }, setTyped] = useState(noReason);
  async function end() {
    const act = () => withProof(client, () => callApi(client, endPlan, { params: { id }, body: { reason } }));
    await run(() => act().then(settle), 'The plan has ended');
  }
  return (
    <AskFirst
      label="End now..."
      consequence="Premium of this plan ends at once. They get an email with your reason."
      action="Yes, end it"
      isPending={isPending}
      isReady={isReason(reason)}
      onSure={() => void end()}
    >
      <KeptReason thing={`end-plan:${id}`} label="Why?" maxLength={1000} onChange={setTyped} />
    </AskFirst>
  );
}
