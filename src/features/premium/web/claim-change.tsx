import { useRef } from 'react';
import { centsOf } from '#features/billing/catalogue.ts';
import { premiumFeatures } from '#features/billing/price-story.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate } from '#shared/dates.ts';
import type { Prices } from '#shared/prices.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { keepFocusNear } from '#web/ui/keep-focus-near.ts';
import { freeClaimNote, gapBefore, laterWords, otherClaim, paymentOf, premiumElsewhere } from '../claim-change.ts';
import { changeClaimPlan, type OwnPlan } from '../contract.ts';
import { cheaperBesidePremium, savingForOne } from '../one-listing.ts';
import { describePlan, type OtherPremium } from '../plan-words.ts';
import { PlanQuestion } from './plan-question.tsx';
import { usePlanAct } from './use-plan-act.ts';

const inWords = new Intl.ListFormat('en-US');
const gains = inWords.format(premiumFeatures.slice(1).map(({ name }) => name.toLowerCase()));

interface ClaimChangeProps {
  plan: OwnPlan;
  /** Other Premium that the listing may have. */
  others: OtherPremium;
  /** The person owns this listing and no other. */
  isOneListing: boolean;
  /** A sentence about the credit that is taken off the next payment, if it is this one; empty: none. */
  creditFor: (cents: number) => string;
  /** The payment service adds a tax to each payment. */
  hasTax: boolean;
}

/** The way from Claim to Claim Premium and back, which waits for the next period, except before the first payment (docs/product-rules.md#plan-changes). */
export function ClaimChange({ plan, others, isOneListing, creditFor, hasTax }: ClaimChangeProps) {
  const { prices, timeZone } = useCity();
  const target = plan.next === null ? otherClaim(plan.kind) : null;
  if (plan.next !== null && plan.renewsAt !== null) return <TakeBack plan={plan} />;
  if (target === null || plan.handedOverBy !== null) return null;
  const cents = centsOf(prices, target.priceKey);
  const later = plan.noChange !== null && plan.laterChange ? laterWords(plan.laterChange, timeZone) : null;
  const reason = later ?? plan.noChange ?? (cents === 0 ? freeClaimNote : null);
  if (reason === null && plan.renewsAt !== null) {
    return (
      <Change
        key={target.plan}
        plan={plan}
        target={target}
        cents={cents}
        at={plan.renewsAt}
        others={others}
        credit={creditFor(cents)}
        hasTax={hasTax}
      />
    );
  }
  const saving = isOneListing && plan.isCovered ? besideOf(plan, others, prices) : null;
  return (
    <p className="numbers basis-full text-16 text-ink-soft empty:hidden">
      {reason} {saving && cheaperBesidePremium(saving)}
    </p>
  );
}

/** Premium for all listings goes on beside the claim, and costs more for this one listing than Claim Premium. */
function besideOf(claim: OwnPlan, { plans }: OtherPremium, prices: Prices) {
  const premium = plans.find(({ kind, renewsAt }) => kind === 'owner_premium' && renewsAt !== null);
  return premium === undefined || claim.renewsAt === null ? null : savingForOne({ claim, premium, prices });
}

interface ChangeProps {
  plan: OwnPlan;
  target: NonNullable<ReturnType<typeof otherClaim>>;
  cents: number;
  at: string;
  others: OtherPremium;
  credit: string;
  hasTax: boolean;
}

/** Asks, saying what follows, before the change is planned. */
function Change({ plan, target, cents, at, others, credit, hasTax }: ChangeProps) {
  const { timeZone } = useCity();
  const opener = useRef<HTMLButtonElement>(null);
  const day = formatDate(at, timeZone);
  const change = usePlanAct({
    act: (client) =>
      callApi(client, changeClaimPlan, {
        body: { id: plan.id, plan: target.plan, running: otherOf(target.plan), amountCents: cents },
      }),
    onDone: () => {
      keepFocusNear(opener.current);
      showToast(
        plan.isUnpaid
          ? { title: `It is ${target.name} now`, text: `The first payment is on ${day}.` }
          : { title: `It becomes ${target.name} on ${day}`, text: 'Until then you can take the change back.' },
      );
    },
    failed: 'Your plan could not be changed. Check the connection and try again.',
  });
  return (
    <PlanQuestion
      opener={opener}
      label={`Change to ${target.name}...`}
      name={`Change to ${target.name}: ${plan.business ?? plan.name}`}
      yes={{ label: `Change to ${target.name}`, saving: 'Saving...' }}
      no="Leave it as it is"
      isPending={change.isPending}
      onYes={() => change.mutate()}
    >
      <strong className="font-semibold">
        Change it to {target.name}
        {plan.isUnpaid ? '' : ` on ${day}`}?
      </strong>{' '}
      {plan.isUnpaid
        ? 'Nothing is charged now.'
        : 'Until then everything stays as it is, and nothing is charged; a change always waits for the end of the time that is paid.'}{' '}
      {paymentOf(plan, { cents, day, hasTax })} {credit} {consequence(target.plan, plan.isUnpaid)}{' '}
      {target.plan === 'premium' ? gapBefore(others, { from: at, timeZone }) : ''}{' '}
      {premiumElsewhere(others, { businessId: plan.businessId, from: at, timeZone })}
    </PlanQuestion>
  );
}

function consequence(to: 'standard' | 'premium', isUnpaid: boolean): string {
  const kept = 'What you have written and uploaded for it is kept, and shown again whenever the listing has Premium.';
  if (to === 'premium')
    return `${isUnpaid ? 'From then on the listing has' : 'With that payment the listing gains'} Premium: ${gains}.`;
  if (isUnpaid) return `From then on the listing has no Premium of its own: ${gains}. ${kept}`;
  return `The listing stays yours, and loses what Premium adds: ${gains}. ${kept}`;
}

const otherOf = (plan: 'standard' | 'premium') => (plan === 'premium' ? 'standard' : 'premium');

function TakeBack({ plan }: { plan: OwnPlan }) {
  const button = useRef<HTMLButtonElement>(null);
  const running = otherOf(plan.next?.plan ?? 'premium');
  const back = usePlanAct({
    act: (client) =>
      callApi(client, changeClaimPlan, {
        body: { id: plan.id, plan: running, running },
      }),
    onDone: () => {
      keepFocusNear(button.current);
      showToast({ title: `It stays ${plan.name}` });
    },
    failed: 'Your plan could not be changed. Check the connection and try again.',
  });
  return (
    <Button
      ref={button}
      look="secondary"
      aria-label={`Keep ${describePlan(plan)}`}
      disabled={back.isPending}
      onClick={() => back.mutate()}
    >
      {back.isPending ? 'Saving...' : `Keep ${plan.name}`}
    </Button>
  );
}
