import { CalendarClock } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { centsOf, upgradePriceKey } from '#features/billing/catalogue.ts';
import { sumWords } from '#features/billing/next-charge.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { keepFocusNear } from '#web/ui/keep-focus-near.ts';
import { type BillingPlan, changeInterval } from '../contract.ts';
import { switchWords } from '../switch-words.ts';
import { PlanQuestion } from './plan-question.tsx';
import { usePlanAct } from './use-plan-act.ts';

type Interval = BillingPlan['interval'];

const words = { monthly: 'a month', yearly: 'a year' } as const;
const price = (cents: number, interval: Interval) => `${formatDollars(cents)} ${words[interval]}`;
const other = { monthly: 'yearly', yearly: 'monthly' } as const;
const failed = 'Your plan was not changed. Check the connection and try again.';

interface PlanSwitchProps {
  plan: BillingPlan;
  /** A sentence about the credit that pays for the next payment; empty: none. */
  credit: string;
  /** The same, if the next payment were this one. */
  creditFor: (cents: number) => string;
  /** The payment service adds a tax to each payment. */
  hasTax: boolean;
  /** The discount of staff that reaches the next payment; null: none. */
  percentOff: number | null;
  /** False: the person has no listing that it could be for. */
  isUsed: boolean;
  children?: ReactNode;
}

/** The running plan, and its change between month and year, which waits for the next period (docs/product-rules.md#plan-changes). */
export function PlanSwitch({ plan, credit, creditFor, hasTax, percentOff, isUsed, children }: PlanSwitchProps) {
  const { timeZone, prices } = useCity();
  const { interval, nextInterval, renewsAt } = plan;
  const townCents = (of: Interval) => centsOf(prices, upgradePriceKey[of]);
  // The plan's own price, which may be older than the town's.
  const runningCents = plan.cents ?? townCents(interval);
  const nextCents = nextInterval === null ? runningCents : (plan.nextCents ?? townCents(nextInterval));
  const day = formatDate(renewsAt, timeZone);
  const sum = sumWords({ cents: nextCents, percentOff, hasTax });
  const to = { interval: other[interval], cents: townCents(other[interval]) };
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
            ? `Next payment on ${day}${sum}. If you switch to ${price(to.cents, to.interval)}, it takes effect then; nothing is charged before.`
            : `Changes to ${price(nextCents, nextInterval)} on ${day}.${sum && ` The payment of that day${sum.replace(':', ' is')}.`} Nothing is charged before.`}
          {credit === '' ? '' : ` ${credit}`}
        </p>
      </div>
      {nextInterval === null ? (
        <Switch key={interval} from={interval} to={to} day={day}>
          {switchWords({ from: { interval, cents: runningCents }, to, day, percentOff, hasTax })} {creditFor(to.cents)}
        </Switch>
      ) : (
        <Stay interval={interval} />
      )}
      {children}
    </section>
  );
}

interface SwitchProps {
  from: Interval;
  to: { interval: Interval; cents: number };
  day: string;
  children: ReactNode;
}

/** Asks before the change is planned. */
function Switch({ from, to, day, children }: SwitchProps) {
  const opener = useRef<HTMLButtonElement>(null);
  const change = usePlanAct({
    act: (client) =>
      callApi(client, changeInterval, { body: { interval: to.interval, running: from, amountCents: to.cents } }),
    onDone: () => {
      keepFocusNear(opener.current);
      showToast({ title: `Your plan changes on ${day}`, text: 'Until then you can take the change back.' });
    },
    failed,
  });
  return (
    <PlanQuestion
      opener={opener}
      label={`Switch to ${to.interval}...`}
      name={`Switch to ${to.interval}: Premium`}
      yes={{ label: `Switch to ${to.interval}`, saving: 'Saving...' }}
      no="Leave it as it is"
      isPending={change.isPending}
      onYes={() => change.mutate()}
    >
      <strong className="font-semibold">
        Switch to {to.interval} payments on {day}?
      </strong>{' '}
      {children}
    </PlanQuestion>
  );
}

/** Takes a planned change back at once. */
function Stay({ interval }: { interval: Interval }) {
  const button = useRef<HTMLButtonElement>(null);
  const back = usePlanAct({
    act: (client) => callApi(client, changeInterval, { body: { interval, running: interval } }),
    onDone: () => {
      keepFocusNear(button.current);
      showToast({ title: 'Your plan stays as it is' });
    },
    failed,
  });
  return (
    <Button ref={button} look="secondary" disabled={back.isPending} onClick={() => back.mutate()}>
      {back.isPending ? 'Saving...' : `Stay ${interval}`}
    </Button>
  );
}
