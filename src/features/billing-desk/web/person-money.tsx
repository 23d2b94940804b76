import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { useMay } from '#features/staff-frame/web/use-may.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { hasNextPayment, nextPaymentWords } from '../next-payment.ts';
import { getPersonCredit, getPersonMoney } from '../staff-contract.ts';
import { MoneyAct } from './money-act.tsx';
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
              <MoneyAct act={act} username={username} />
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
