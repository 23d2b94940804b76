import { CalendarClock } from 'lucide-react';
import type { ReactNode } from 'react';
import { centsOf, upgradePriceKey } from '#features/billing/catalogue.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { type BillingPlan, changeInterval } from '../contract.ts';
import { usePlanAct } from './use-plan-act.ts';

type Interval = BillingPlan['interval'];

const words = { monthly: 'a month', yearly: 'a year' } as const;
const price = (cents: number, interval: Interval) => `${formatDollars(cents)} ${words[interval]}`;
const other = { monthly: 'yearly', yearly: 'monthly' } as const;

/** The running plan, and its change between month and year, which waits for the next period (docs/product-rules.md#plan-changes). */
export function PlanSwitch({
  plan,
  credit,
  isUsed,
  children,
}: {
  plan: BillingPlan;
  /** A sentence about the credit that pays for the next payment; empty: none. */
  credit: string;
  /** False: the person has no listing that it could be for. */
  isUsed: boolean;
  children?: ReactNode;
}) {
  const { timeZone, prices } = useCity();
  const { interval, nextInterval, renewsAt } = plan;
  const townCents = (of: Interval) => centsOf(prices, upgradePriceKey[of]);
  // The plan's own price, which may be older than the town's.
  const runningCents = plan.cents ?? townCents(interval);
  const day = formatDate(renewsAt, timeZone);
  const wish = nextInterval === null ? other[interval] : interval;
  const change = usePlanAct({
    act: (client) =>
      callApi(client, changeInterval, {
        body: nextInterval === null ? { interval: wish, amountCents: townCents(wish) } : { interval: wish },
      }),
    onDone: () =>
      showToast({ title: nextInterval === null ? `Your plan changes on ${day}` : 'Your plan stays as it is' }),
    failed: 'Your plan was not changed. Check the connection and try again.',
  });
  return (
    <section
      aria-labelledby="plan"
      className="flex flex-wrap items-center gap-x-6 gap-y-4 rounded-card border border-line bg-card p-5 shadow-card"
    >
      <CalendarClock aria-hidden="true" className="shrink-0 text-gold" />
      <div className="min-w-0 flex-1 basis-72">
        <h2 id="plan" className="text-18">
          Premium, {price(runningCents, interval)}
        </h2>
        {isUsed ? null : (
          <p className="mt-1 text-16 font-semibold">
            You have no listing now, so you pay for nothing. Cancel it here, or add a listing.
          </p>
        )}
        <p className="mt-1 text-16">
          {nextInterval === null
            ? `Next payment on ${day}. A change to ${price(townCents(other[interval]), other[interval])} takes effect then; nothing is charged before.`
            : `Changes to ${price(plan.nextCents ?? townCents(nextInterval), nextInterval)} on ${day}. Nothing is charged before.`}
          {credit === '' ? '' : ` ${credit}`}
        </p>
      </div>
      <Button look="secondary" disabled={change.isPending} onClick={() => change.mutate()}>
        {change.isPending ? 'Saving...' : nextInterval === null ? `Switch to ${wish}` : `Stay ${wish}`}
      </Button>
      {children}
    </section>
  );
}
