import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { withProof } from '#features/accounts/web/with-proof.ts';
import { discountTitle } from '#features/billing/held-discount.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { AskFirst } from '#features/staff-frame/web/ask-first.tsx';
import { KeptReason, noReason } from '#features/staff-frame/web/kept-reason.tsx';
import { StaffRow } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { formatDate, startOfDay } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import { isReason } from '#shared/reason.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { Badge } from '#web/ui/badge.tsx';
import { givenPlanName } from '../plan-names.ts';
import { endPlan, takeGoneBack } from '../plans-contract.ts';
import type { StaffMoneyAct } from '../staff-contract.ts';
import { goneFacts } from './cash-plan.ts';
import { CashPlanActs } from './cash-plan-acts.tsx';

const goneTitles = { 'cash-back': 'given back', 'cash-missing': 'never came' } as const;

function titleOf({ kind, cents, percentOff, months, was, isTakenBack, takesBack }: StaffMoneyAct): string {
  const amount = formatDollars(cents ?? 0);
  switch (kind) {
    case 'refund':
      return `${amount} given back`;
    case 'credit':
      return `${amount} credited`;
    case 'discount':
      return discountTitle({ percentOff, months });
    case 'discount-end':
      return `${discountTitle({ percentOff, months })}: ended`;
    case 'plan-end':
      return 'Plan by card to end with its paid time';
    case 'plan-kept':
      return 'Plan by card goes on after all';
    case 'complimentary':
    case 'cash':
      return givenPlanName(kind, cents);
    case 'cash-back':
    case 'cash-missing':
      return `${amount} in cash or by check ${goneTitles[kind]}${isTakenBack ? ': taken back' : ''}`;
    case 'correction':
      if (takesBack) return `Taken back: ${formatDollars(was?.cents ?? 0)} ${goneTitles[takesBack]}`;
      return `Booking corrected: ${formatDollars(was?.cents ?? 0)} → ${amount}`;
  }
}

/** The word before the day of an act that has one. */
const dayWords: Partial<Record<StaffMoneyAct['kind'], string>> = {
  cash: 'received',
  correction: 'received',
  'cash-back': 'on',
  'cash-missing': 'on',
};

/** Something that staff have done about a person's money, with what can be done about it. */
export function MoneyAct({ act, username }: { act: StaffMoneyAct; username: string }) {
  const { timeZone } = useCity();
  const { kind, at, by, reason, endsAt, endedAt, endReason, receivedOn, receipt, reference, missingCents } = act;
  const { isRunning, isTakenBack } = act;
  const dayOfAct = receivedOn && formatDate(startOfDay(receivedOn, timeZone), timeZone);
  const facts = [
    `${formatDate(at, timeZone)} by ${by ?? 'a deleted account'}`,
    endsAt ? `until ${formatDate(endsAt, timeZone)}` : null,
    endedAt ? `ended ${formatDate(endedAt, timeZone)}` : null,
    dayOfAct ? `${dayWords[kind] ?? 'on'} ${dayOfAct}` : null,
    receipt ? `receipt ${receipt}` : null,
    reference ? `reference ${reference}` : null,
    ...goneFacts(act),
  ];
  return (
    <StaffRow className="flex-wrap">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {titleOf(act)}
          {isRunning ? <Badge tint="green">Active</Badge> : null}
          {isRunning && missingCents ? <Badge tint="red">{formatDollars(missingCents)} never came</Badge> : null}
        </p>
        <p className="text-14 text-ink-soft [overflow-wrap:anywhere]">
          {facts.filter((fact) => fact !== null).join(', ')}
        </p>
        <p className="[overflow-wrap:anywhere]">{reason}</p>
        {endReason ? <p className="[overflow-wrap:anywhere]">Ended: {endReason}</p> : null}
      </div>
      {kind === 'cash' ? (
        <CashPlanActs plan={act} username={username} isRunning={isRunning} />
      ) : (kind === 'cash-back' || kind === 'cash-missing') && !isTakenBack ? (
        <TakeBack id={act.id} />
      ) : isRunning ? (
        <EndPlan id={act.id} />
      ) : null}
    </StaffRow>
  );
}

function EndPlan({ id }: { id: string }) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const [{ reason, settle }, setTyped] = useState(noReason);
  async function end() {
    const act = () => withProof(client, () => callApi(client, endPlan, { params: { id }, body: { reason } }));
    await run(() => act().then(settle), 'The plan has ended', { subjectId: id });
  }
  return (
    <AskFirst
      label="End now..."
      consequence="Premium of this plan ends at once. They get an email with your reason."
      action="Yes, end it"
      isPending={isPending}
      isReady={isReason(reason)}
      onSure={() => void end()}
    >
      <KeptReason thing={`end-plan:${id}`} label="Why?" maxLength={1000} onChange={setTyped} />
    </AskFirst>
  );
}

/** For a booking of money that went back or never came, where that was wrong. */
function TakeBack({ id }: { id: string }) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const [{ reason, settle }, setTyped] = useState(noReason);
  const actId = useRef(crypto.randomUUID());
  async function takeBack() {
    const body = { id: actId.current, reason };
    const act = () => withProof(client, () => callApi(client, takeGoneBack, { params: { id }, body }));
    await run(() => act().then(settle), 'Taken back: the money is in the books again');
  }
  return (
    <AskFirst
      label="Take back..."
      consequence="The money counts in the books of its month again, and on the bill. A plan that ended with this booking goes on. They get an email with your reason."
      action="Yes, take it back"
      isPending={isPending}
      isReady={isReason(reason)}
      onSure={() => void takeBack()}
    >
      <KeptReason thing={`take-back:${id}`} label="What was wrong?" maxLength={1000} onChange={setTyped} />
    </AskFirst>
  );
}
