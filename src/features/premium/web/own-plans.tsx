import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { creditSentence } from '#features/billing/next-charge.ts';
import type { Billing, OwnPlan } from '../contract.ts';
import { shareCredit } from '../share-credit.ts';
import { BillingNotices } from './billing-notices.tsx';
import { creditQuery } from './billing-queries.ts';
import { CancelPlan } from './cancel-plan.tsx';
import { MoneyNotes } from './money-notes.tsx';
import { PlanSwitch } from './plan-switch.tsx';
import { YourPlans } from './your-plans.tsx';

interface OwnPlansProps {
  billing: Billing;
  /** Some listing is the person's own, so Premium has something to do. */
  isUsed: boolean;
  /** The person owns one listing, no more. */
  isOneListing: boolean;
  /** The page has the buttons that begin an upgrade. */
  mayUpgrade: boolean;
  /** The button that takes a planned deletion of the account back. */
  keepAccount: ReactNode;
}

/** The dashboard's part about what is paid for. Loads only for those who pay or have paid. */
export default function OwnPlans({ billing, isUsed, isOneListing, mayUpgrade, keepAccount }: OwnPlansProps) {
  const { plan, plans, prepaid, deletesAt } = billing;
  const isDue = plans.some(({ endsAt }) => endsAt === null);
  const { data } = useQuery({ ...creditQuery, enabled: isDue, refetchOnMount: 'always' });
  const hasTax = billing.hasTax ?? false;
  const credit = { cents: data?.cents ?? 0, hasTax };
  const charges = shareCredit(billing, credit);
  const creditOf = ({ id }: OwnPlan) => creditSentence(charges.get(id));
  const creditFor = (plan: OwnPlan, cents: number) => {
    const next = { plan: 'standard', name: '', cents } as const;
    const changed = { ...billing, plans: plans.map((one) => (one.id === plan.id ? { ...one, next } : one)) };
    return creditSentence(shareCredit(changed, credit).get(plan.id));
  };
  const isSwitched = ({ kind, renewsAt }: OwnPlan) => plan !== null && kind === 'owner_premium' && renewsAt !== null;
  /** If the next payment of Premium were this one. */
  const creditIf = (cents: number) => {
    const changed = { ...billing, plan: plan && { ...plan, nextCents: cents } };
    return ({ id }: OwnPlan) => creditSentence(shareCredit(changed, credit).get(id));
  };
  const more = plan?.nextInterval ? `The change to ${plan.nextInterval} is dropped as well.` : undefined;
  return (
    <>
      <BillingNotices billing={billing} mayUpgrade={mayUpgrade} keepAccount={keepAccount} />
      <MoneyNotes notes={billing.notes} />
      <YourPlans
        plans={plans.filter((one) => !isSwitched(one))}
        prepaid={prepaid}
        others={billing}
        isOneListing={isOneListing}
        creditOf={creditOf}
        hasTax={hasTax}
        creditFor={creditFor}
        canBeKept={({ id }) =>
          deletesAt === null && !billing.notices.some((one) => one.kind === 'ending' && one.id === id)
        }
        ways={billing}
      />
      {plan ? (
        <PlanSwitch
          plan={plan}
          credit={plans.filter(isSwitched).map(creditOf).join('')}
          creditFor={(cents) => plans.filter(isSwitched).map(creditIf(cents)).join('')}
          hasTax={hasTax}
          percentOff={plans.find(isSwitched)?.percentOff ?? null}
          isUsed={isUsed}
        >
          {plans.filter(isSwitched).map((one) => (
            <CancelPlan
              key={one.id}
              plan={one}
              title="Premium"
              until={one.renewsAt ?? plan.renewsAt}
              others={billing}
              more={more}
            />
          ))}
        </PlanSwitch>
      ) : null}
    </>
  );
}
