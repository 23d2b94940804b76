import { planTitle } from '#features/billing/plan-title.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import type { Leaving, RunningPlan } from '../contract.ts';
import { cashTitle, prepaidTitle } from '../plan-words.ts';

/** 'paid until June 12, 2027, ends then'; 'nothing paid yet, ends on June 12, 2027' */
function endOf({ paidThrough, endsAt }: RunningPlan, timeZone: string): string {
  if (paidThrough !== null && (endsAt === null || endsAt <= paidThrough)) return ', ends then';
  return endsAt === null ? '' : `, ends on ${formatDate(endsAt, timeZone)}`;
}

export function PlanList({ plans, cashPlans, prepaid }: Pick<Leaving, 'plans' | 'cashPlans' | 'prepaid'>) {
  const { timeZone } = useCity();
  return (
    <div className="mt-4">
      <h3 className="text-18 text-ink">What you pay for</h3>
      <ul className="mt-1 grid gap-2">
        {plans.map((plan) => (
          <li key={plan.id} className="border-line border-t pt-2">
            <span className="block font-semibold text-ink">{planTitle(plan)}</span>
            {plan.cents === null ? null : `${formatDollars(plan.cents)} a ${plan.interval}, `}
            {plan.paidThrough ? `paid until ${formatDate(plan.paidThrough, timeZone)}` : 'nothing paid yet'}
            {plan.state === 'disputed' ? '. The payment is disputed: the bank decides about the money.' : null}
            {plan.state === 'ending' ? endOf(plan, timeZone) : null}
          </li>
        ))}
        {cashPlans.map(({ id, endsAt }) => (
          <li key={id} className="border-line border-t pt-2">
            <span className="block font-semibold text-ink">{cashTitle}</span>
            paid until {formatDate(endsAt, timeZone)}
          </li>
        ))}
        {prepaid.map((one) => (
          <li key={one.id} className="border-line border-t pt-2">
            <span className="block font-semibold text-ink">{prepaidTitle(one)}</span>
            paid once, with the listing, until {formatDate(one.endsAt, timeZone)}
          </li>
        ))}
      </ul>
    </div>
  );
}
