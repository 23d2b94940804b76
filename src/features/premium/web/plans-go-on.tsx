import { useQuery } from '@tanstack/react-query';
import { Link } from '#web/router/link.tsx';
import { describePlan } from '../plan-words.ts';
import { billingQuery } from './billing-queries.ts';

/** Names the running plans that a listing off the directory still has, and leads to where they are canceled. */
export function PlansGoOn({ businessId }: { businessId: string }) {
  const { data: billing } = useQuery(billingQuery);
  const plans = (billing?.plans ?? []).filter(
    (plan) => plan.endsAt === null && (plan.businessId === businessId || plan.kind === 'owner_premium'),
  );
  if (plans.length === 0) return null;
  return (
    <>
      {plans.length === 1 ? 'Your plan goes on' : 'Your plans go on'}, and so do the payments:{' '}
      {plans.map(describePlan).join('; ')}. You can cancel on <Link to="/dashboard">your dashboard</Link>.
    </>
  );
}
