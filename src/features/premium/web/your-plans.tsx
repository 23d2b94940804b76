import { lonePremiumOfOwner } from '#features/billing/lone-premium-words.ts';
import { sumWords } from '#features/billing/next-charge.ts';
import { planTitle } from '#features/billing/plan-title.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import type { Billing, OwnPlan } from '../contract.ts';
import { describePlan, type OtherPremium } from '../plan-words.ts';
import { CancelPlan } from './cancel-plan.tsx';
import { ClaimChange } from './claim-change.tsx';
import { KeepPlanButton } from './keep-plan-button.tsx';

interface YourPlansProps {
  plans: readonly OwnPlan[];
  prepaid: Billing['prepaid'];
  /** Other Premium that the listings may have when one of the plans is over. */
  others: OtherPremium;
  /** The person owns one listing, no more. */
  isOneListing: boolean;
  /** A sentence about the credit that pays for the plan's next payment; empty: none. */
  creditOf: (plan: OwnPlan) => string;
  /** The same, if the plan's next payment were this one. */
  creditFor: (plan: OwnPlan, cents: number) => string;
  /** The payment service adds a tax to each payment. */
  hasTax: boolean;
  /** False for a canceled plan whose button stands above, and where the account is to be deleted. */
  canBeKept: (plan: OwnPlan) => boolean;
  /** The buttons that the page has above. */
  ways: Pick<Billing, 'canManage' | 'hasBills'>;
}

/** Names no button that the page lacks: what another mailbox paid has neither card nor bill here. */
function whereToLook({ canManage, hasBills }: YourPlansProps['ways']): string {
  if (canManage && hasBills) return 'Your card is under Manage billing, every payment under Your bills.';
  if (canManage) return 'Your card is under Manage billing.';
  return hasBills ? 'Every payment is under Your bills.' : '';
}

/** Each plan with its price, its next payment and its end. Running Premium has a box of its own (plan-switch.tsx). */
export function YourPlans({
  plans,
  prepaid,
  others,
  isOneListing,
  creditOf,
  creditFor,
  hasTax,
  canBeKept,
  ways,
}: YourPlansProps) {
  const { timeZone } = useCity();
  if (prepaid.length === 0 && plans.every(({ business, isOwed }) => business === null && !isOwed)) return null;
  return (
    <section aria-labelledby="plans" className="rounded-card border border-line bg-card p-5 shadow-card">
      <h2 id="plans" className="text-21">
        Your plans
      </h2>
      <ul className="numbers mt-3 grid gap-3">
        {plans.map((plan) => (
          <li key={plan.id} className="flex flex-wrap items-center gap-x-6 gap-y-2 [overflow-wrap:anywhere]">
            <div className="min-w-0 flex-1 basis-72">
              <p className="font-semibold">{describePlan(plan)}</p>
              <p className="text-16 text-ink-soft">{[nextOf(plan, { timeZone, hasTax }), creditOf(plan)].join(' ')}</p>
            </div>
            <ClaimChange
              plan={plan}
              others={others}
              isOneListing={isOneListing}
              creditFor={(cents) => creditFor(plan, cents)}
              hasTax={hasTax}
            />
            <Cancel plan={plan} others={others} />
            {plan.endsAt !== null && plan.handedOverBy === null && canBeKept(plan) ? (
              <KeepPlanButton id={plan.id} />
            ) : null}
          </li>
        ))}
        {prepaid.map((one) => (
          <li key={one.id} className="[overflow-wrap:anywhere]">
            <p className="font-semibold">{planTitle({ ...one, name: 'Premium' })}</p>
            <p className="text-16 text-ink-soft">
              Paid once, with the listing. Ends on {formatDate(one.endsAt, timeZone)} by itself; no card is charged for
              it.
            </p>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-16 text-ink-soft empty:hidden">{whereToLook(ways)}</p>
    </section>
  );
}

/** Where a payment is owed, the plan ends with the days that there are for it. */
function Cancel({ plan, others }: { plan: OwnPlan; others: OtherPremium }) {
  const until = plan.renewsAt ?? plan.owedBy;
  const { timeZone } = useCity();
  const more = [
    plan.next === null ? '' : `The change to ${plan.next.name} is dropped as well.`,
    plan.lonePremium ? lonePremiumOfOwner(plan.lonePremium, timeZone, 'You have no listing left then.') : '',
  ].join(' ');
  return until === null ? null : (
    <CancelPlan plan={plan} title={describePlan(plan)} until={until} others={others} more={more.trim()} />
  );
}

function nextOf(
  {
    kind,
    cents,
    renewsAt,
    isUnpaid,
    premiumFrom,
    endsAt,
    isOwed,
    isFirstOwed,
    owedBy,
    handedOverBy,
    next,
    percentOff,
  }: OwnPlan,
  { timeZone, hasTax }: { timeZone: string; hasTax: boolean },
): string {
  if (handedOverBy !== null) {
    const over = handedOverBy === 'owner' ? 'You handed the listing over' : 'We gave the listing to another owner';
    return `${over}: it is paid until ${formatDate(endsAt ?? '', timeZone)}, and your plan is not renewed.`;
  }
  if (owedBy !== null && isFirstOwed) {
    return `The first payment did not go through. The listing is yours until ${formatDate(owedBy, timeZone)}: please pay under Manage billing before then, or cancel.`;
  }
  if (owedBy !== null) {
    return `The last payment did not go through. It stays as it is until ${formatDate(owedBy, timeZone)}: please check your card under Manage billing before then, or cancel.`;
  }
  if (isOwed)
    return 'The first payment did not go through. It starts once it is paid: please check your card under Manage billing.';
  if (endsAt !== null) return `Ends on ${formatDate(endsAt, timeZone)}.`;
  if (renewsAt !== null && next !== null) {
    const cost = next.cents === null ? '' : `: ${formatDollars(next.cents)} a month`;
    const sum = sumWords({ cents: next.cents, percentOff, hasTax });
    const first = sum && ` The payment of that day${sum.replace(':', ' is')}.`;
    return `Becomes ${next.name} on ${formatDate(renewsAt, timeZone)}${cost}.${first} Nothing is charged before.`;
  }
  if (renewsAt !== null && isUnpaid) {
    const begins = premiumFrom === null ? '' : `Premium begins on ${formatDate(premiumFrom, timeZone)}. `;
    return `${begins}First payment on ${formatDate(renewsAt, timeZone)}${sumWords({ cents, percentOff, hasTax })}; nothing is charged before.`;
  }
  if (renewsAt !== null) {
    return `Next payment on ${formatDate(renewsAt, timeZone)}${sumWords({ cents, percentOff, hasTax })}.`;
  }
  if (kind !== 'owner_premium') return 'Not charged yet: the first payment is due once your claim is approved.';
  return 'Nothing is paid for it at the moment.';
}
