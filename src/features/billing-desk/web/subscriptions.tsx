import { useState } from 'react';
import { discountTitle } from '#features/billing/held-discount.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { StaffLink } from '#features/staff-frame/web/staff-link.tsx';
import { StaffList } from '#features/staff-frame/web/staff-list.tsx';
import { SmallButton, StaffRow } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffList } from '#features/staff-frame/web/use-staff-list.ts';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { Badge, type Tint } from '#web/ui/badge.tsx';
import { staffPlanNames } from '../plan-names.ts';
import { listSubscriptions, type StaffSubscription, type subscriptionStates } from '../staff-contract.ts';
import { CardPlanEnd } from './card-plan-end.tsx';
import { CreditForm } from './credit-form.tsx';
import { EndDiscountForm } from './end-discount-form.tsx';
import { DiscountForm } from './plan-forms.tsx';
import { RefundForm } from './refund-form.tsx';

type SubscriptionState = (typeof subscriptionStates)[number];

const badges: Record<string, readonly [label: string, tint: Tint]> = {
  active: ['Active', 'green'],
  trialing: ['On hold', 'orange'],
  past_due: ['Unpaid', 'red'],
  unpaid: ['Unpaid', 'red'],
};

export function Subscriptions({ state }: { state: SubscriptionState }) {
  const list = useStaffList<StaffSubscription>([listSubscriptions.path, state], (client) =>
    callApi(client, listSubscriptions, { query: { state } }),
  );
  return (
    <StaffList list={list} what="subscriptions" empty={state === 'trouble' ? 'Everybody has paid.' : 'None yet.'}>
      {(subscription) => <Subscription subscription={subscription} />}
    </StaffList>
  );
}

/** Once all of a payment is back, no paid time is left: what went back says that something was paid. */
function paidFact({ paidThrough, refundedAt, status }: StaffSubscription, timeZone: string): string | null {
  if (paidThrough) return `paid until ${formatDate(paidThrough, timeZone)}`;
  if (refundedAt) return null;
  return badges[status] ? 'nothing paid yet' : 'nothing was paid';
}

/** 'becomes Claim on December 28, 2026, $25 a month' */
function nextFact({ kind, next, paidThrough }: StaffSubscription, timeZone: string): string | null {
  if (next === null) return null;
  const on = paidThrough ? ` on ${formatDate(paidThrough, timeZone)}` : '';
  const price = next.cents === null ? '' : `${formatDollars(next.cents)} a ${next.interval}`;
  return next.kind === kind ? `changes to ${price}${on}` : `becomes ${staffPlanNames[next.kind]}${on}, ${price}`;
}

interface SubscriptionProps {
  subscription: StaffSubscription;
  /** Sentences about the sum that is charged next; without them: the list of all, where no credit is known. */
  nextPayment?: string | undefined;
}

export function Subscription({ subscription, nextPayment }: SubscriptionProps) {
  const [form, setForm] = useState<'refund' | 'credit' | 'discount' | 'discount-end' | null>(null);
  const { timeZone } = useCity();
  const { kind, status, person, business, cents, interval, paidThrough, endsAt, isDisputed, isSample } = subscription;
  const { refundedCents, refundedAt, creditedCents, discount, isSettling, isHandedOver, pending } = subscription;
  const [label, tint] = badges[status] ?? (['Ended', 'gray'] as const);
  const goesOn = endsAt === null;
  const facts = [
    cents === null ? null : `${formatDollars(cents)} a ${interval}`,
    paidFact(subscription, timeZone),
    nextFact(subscription, timeZone),
    endsAt ? `ends ${formatDate(endsAt, timeZone)}` : null,
    isHandedOver ? 'its listing was handed over' : null,
    refundedAt ? `${formatDollars(refundedCents)} given back, last on ${formatDate(refundedAt, timeZone)}` : null,
    creditedCents > 0 ? `${formatDollars(creditedCents)} credited` : null,
    discount === null ? null : discountTitle(discount),
    isSample ? 'sample content' : null,
  ];
  return (
    <StaffRow className="flex-wrap">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <span className="[overflow-wrap:anywhere]">
            {staffPlanNames[kind]}
            {business ? (
              <>
                : <StaffLink to={`/staff/businesses/${business.id}`}>{business.name}</StaffLink>
              </>
            ) : null}
          </span>
          <Badge tint={tint}>{label}</Badge>
          {/* A plan whose whole payment went back ends a moment later. */}
          {isSettling ? <Badge tint="orange">Refunded just now</Badge> : null}
          {pending === null ? null : (
            <Badge tint={pending === 'refused' ? 'red' : 'orange'}>
              {pending === 'refused' ? 'Credit or discount refused' : 'Credit or discount under way'}
            </Badge>
          )}
          {isDisputed ? <Badge tint="red">Disputed</Badge> : null}
        </p>
        <p className="text-14 text-ink-soft [overflow-wrap:anywhere]">
          {person ? <StaffLink to={`/staff/billing/${person.id}`}>{person.username}</StaffLink> : 'Account deleted'}
          {', '}
          {facts.filter((fact) => fact !== null).join(', ')}
        </p>
        <p className="text-14 text-ink-soft empty:hidden">{nextPayment}</p>
      </div>
      {paidThrough && !isSample && status !== 'canceled' && form === null ? (
        <div className="flex flex-wrap gap-2">
          <SmallButton look="danger" onClick={() => setForm('refund')}>
            Refund...
          </SmallButton>
          {goesOn ? <SmallButton onClick={() => setForm('credit')}>Credit...</SmallButton> : null}
          {goesOn ? <SmallButton onClick={() => setForm('discount')}>Discount...</SmallButton> : null}
          {goesOn && discount ? (
            <SmallButton onClick={() => setForm('discount-end')}>End the discount...</SmallButton>
          ) : null}
        </div>
      ) : null}
      {form === null ? <CardPlanEnd subscription={subscription} /> : null}
      {form === 'refund' ? <RefundForm subscription={subscription} onDone={() => setForm(null)} /> : null}
      {form === 'credit' ? <CreditForm subscription={subscription} onDone={() => setForm(null)} /> : null}
      {form === 'discount' ? <DiscountForm subscription={subscription} onDone={() => setForm(null)} /> : null}
      {form === 'discount-end' && discount ? (
        <EndDiscountForm subscription={subscription} discount={discount} onDone={() => setForm(null)} />
      ) : null}
    </StaffRow>
  );
}
