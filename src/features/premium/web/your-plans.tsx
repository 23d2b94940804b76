import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate } from '#shared/dates.ts';
import type { OwnPlan } from '../contract.ts';
import { describePlan } from '../plan-words.ts';

/** Each plan with its price and its next payment. Premium alone has a box of its own, which says the same. */
export function YourPlans({ plans }: { plans: readonly OwnPlan[] }) {
  const { timeZone } = useCity();
  if (plans.every(({ business }) => business === null)) return null;
  return (
    <section aria-labelledby="plans" className="rounded-card border border-line bg-card p-5 shadow-card">
      <h2 id="plans" className="text-21">
        Your plans
      </h2>
      <ul className="numbers mt-3 grid gap-3">
        {plans.map((plan) => (
          <li key={plan.id} className="[overflow-wrap:anywhere]">
            <p className="font-semibold">{describePlan(plan)}</p>
            <p className="text-16 text-ink-soft">{nextOf(plan, timeZone)}</p>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-16 text-ink-soft">
        Your card, your invoices and the way to cancel are under Manage billing.
      </p>
    </section>
  );
}

function nextOf({ renewsAt, endsAt }: OwnPlan, timeZone: string): string {
  if (endsAt !== null) return `Ends on ${formatDate(endsAt, timeZone)}.`;
  if (renewsAt !== null) return `Next payment on ${formatDate(renewsAt, timeZone)}.`;
  return 'Nothing is paid for it at the moment.';
}
