import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { StaffLink } from '#features/staff-frame/web/staff-link.tsx';
import { StaffList } from '#features/staff-frame/web/staff-list.tsx';
import { SmallButton, StaffRow } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { useStaffList } from '#features/staff-frame/web/use-staff-list.ts';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { Badge, type Tint } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/field.tsx';
import {
  listSubscriptions,
  refundSubscription,
  type StaffSubscription,
  type subscriptionStates,
} from '../staff-contract.ts';

export type SubscriptionState = (typeof subscriptionStates)[number];

const names: Record<StaffSubscription['kind'], string> = {
  owner_premium: 'Premium for all listings',
  claim_premium: 'Premium claim',
  claim_standard: 'Standard claim',
};

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

function Subscription({ subscription }: { subscription: StaffSubscription }) {
  const [isAsking, setAsking] = useState(false);
  const { timeZone } = useCity();
  const { kind, status, person, business, cents, interval, paidThrough, endsAt, isDisputed, isSample } = subscription;
  const [label, tint] = badges[status] ?? (['Ended', 'gray'] as const);
  const facts = [
    cents === null ? null : `${formatDollars(cents)} a ${interval}`,
    paidThrough ? `paid until ${formatDate(paidThrough, timeZone)}` : 'nothing paid yet',
    endsAt ? `ends ${formatDate(endsAt, timeZone)}` : null,
    isSample ? 'sample content' : null,
  ];
  return (
    <StaffRow className="flex-wrap">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <span className="[overflow-wrap:anywhere]">
            {names[kind]}
            {business ? (
              <>
                : <StaffLink to={`/staff/businesses/${business.id}`}>{business.name}</StaffLink>
              </>
            ) : null}
          </span>
          <Badge tint={tint}>{label}</Badge>
          {isDisputed ? <Badge tint="red">Disputed</Badge> : null}
        </p>
        <p className="text-14 text-ink-soft [overflow-wrap:anywhere]">
          {person ? <StaffLink to={`/staff/people/${person.id}`}>{person.username}</StaffLink> : 'Account deleted'}
          {', '}
          {facts.filter((fact) => fact !== null).join(', ')}
        </p>
      </div>
      {paidThrough && !isSample && status !== 'canceled' && !isAsking ? (
        <SmallButton look="danger" onClick={() => setAsking(true)}>
          Refund...
        </SmallButton>
      ) : null}
      {isAsking ? <RefundForm id={subscription.id} onDone={() => setAsking(false)} /> : null}
    </StaffRow>
  );
}

function RefundForm({ id, onDone }: { id: string; onDone: () => void }) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const [error, setError] = useState<string>();

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const area = event.currentTarget.querySelector('textarea');
    const reason = area?.value.trim() ?? '';
    if (reason.length < 5) {
      setError('Please say why');
      area?.focus();
      return;
    }
    const refused = await run(
      () => callApi(client, refundSubscription, { params: { id }, body: { reason } }),
      'The payment was given back',
    );
    if (refused === null) onDone();
    else setError(refused.reason);
  }

  return (
    <form noValidate onSubmit={(event) => void send(event)} className="grid basis-full gap-3 border-line border-t pt-3">
      <TextArea
        label="Why is the money given back?"
        help="Kept in the audit log. The whole last payment goes back to the card, and the plan ends at once."
        error={error}
        rows={2}
        maxLength={1000}
        ref={(area) => area?.focus()}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="danger" disabled={isPending}>
          {isPending ? 'Saving...' : 'Refund and end'}
        </Button>
        <Button look="secondary" onClick={onDone} disabled={isPending}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
