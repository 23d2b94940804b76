import { useState } from 'react';
import { planTitle } from '#features/billing/plan-title.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { type WaitingCounts, waitingWords } from '#features/staff-frame/waiting-words.ts';
import { AskFirst } from '#features/staff-frame/web/ask-first.tsx';
import { KeptReason, noReason } from '#features/staff-frame/web/kept-reason.tsx';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import type { Leaving } from '../contract.ts';
import { cashTitle, endsBefore, prepaidTitle } from '../plan-words.ts';

export interface Wishes {
  /** Null where nothing is paid ahead. */
  plans: 'end' | 'refund' | null;
  keepContactEmail: boolean;
  keepNewsletter: boolean;
  rejectWaiting: boolean;
}

interface DeleteOnRequestProps {
  id: string;
  username: string;
  leaving: Leaving;
  /** The person's lines of the queue. */
  waiting: WaitingCounts;
  isPending: boolean;
  onSure: (reason: string, wishes: Wishes, settle: () => void) => void;
}

/** Says what goes with the account, and asks what the person would be asked. */
export function DeleteOnRequest({ id, username, leaving, waiting, isPending, onSure }: DeleteOnRequestProps) {
  const [{ reason, settle }, setTyped] = useState(noReason);
  const [plans, setPlans] = useState<Wishes['plans']>(null);
  const [takesOff, setTakesOff] = useState(true);
  const [stopsLetters, setStopsLetters] = useState(true);
  const [rejects, setRejects] = useState(true);
  // Claims end with the account either way.
  const inQueue = waitingWords({ ...waiting, claims: 0 });
  const { paidUntil, contactListings, newsletter } = leaving;
  const wishes: Wishes = {
    plans: paidUntil === null ? null : plans,
    keepContactEmail: contactListings.length > 0 && !takesOff,
    keepNewsletter: newsletter && !stopsLetters,
    rejectWaiting: inQueue !== '' && rejects,
  };
  return (
    <AskFirst
      label="Delete the account..."
      consequence={`${username} is signed out everywhere, and name, email and password are removed. Their listings stay without an owner; messages and records of payments stay with you. A deletion now cannot be undone.`}
      action="Yes, delete the account"
      isPending={isPending}
      isReady={reason.trim().length >= 10 && (paidUntil === null || plans !== null)}
      onSure={() => onSure(reason.trim(), wishes, settle)}
    >
      <GoesAlong leaving={leaving} />
      {paidUntil === null ? null : (
        <PaidTime leaving={leaving} paidUntil={paidUntil} choice={plans} onChoose={setPlans} />
      )}
      {inQueue === '' ? null : (
        <Check isOn={rejects} onChange={setRejects}>
          Reject what waits from them in the queue, too: {inQueue}. Otherwise it stays there, and nobody is left to
          answer for it.
        </Check>
      )}
      {contactListings.length > 0 ? (
        <Check isOn={takesOff} onChange={setTakesOff}>
          Take their email off their listings. An address of theirs is the public contact of{' '}
          {contactListings.join(', ')}.
        </Check>
      ) : null}
      {newsletter ? (
        <Check isOn={stopsLetters} onChange={setStopsLetters}>
          Stop the newsletter, too.
        </Check>
      ) : null}
      <KeptReason
        thing={`delete-on-request:${id}`}
        label="How do you know that it is the same person?"
        help="A sentence without their name: it stays in the history when the account is gone."
        maxLength={500}
        onChange={setTyped}
      />
    </AskFirst>
  );
}

function GoesAlong({ leaving }: Pick<DeleteOnRequestProps, 'leaving'>) {
  const { openClaims, openOrders, managed } = leaving;
  const lines = [
    ...(openClaims.length > 0
      ? [`The claim on ${openClaims.join(' and on ')} is not decided. It is taken back, and nothing is charged for it.`]
      : []),
    ...managed.map(({ business, managers }) => `${managers.join(', ')} can no longer edit ${business}, and is told.`),
    ...(openOrders.length > 0
      ? [`Paid and not set up yet: ${openOrders.join(', ')}. What was sent for it goes. Give the payment back first.`]
      : []),
  ];
  if (lines.length === 0) return null;
  return (
    <ul className="w-full list-disc pl-5 text-16 [overflow-wrap:anywhere]">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

interface PaidTimeProps {
  leaving: Leaving;
  paidUntil: string;
  choice: Wishes['plans'];
  onChoose: (choice: 'end' | 'refund') => void;
}

function PaidTime({ leaving, paidUntil, choice, onChoose }: PaidTimeProps) {
  const { timeZone } = useCity();
  const date = formatDate(paidUntil, timeZone);
  const titles = [...leaving.plans.map(planTitle), ...leaving.cashPlans.map(() => cashTitle)];
  const end = [
    'They keep what they have paid for until then, and no further payment is taken.',
    ...endsBefore(leaving, paidUntil, timeZone),
    leaving.credit ? `Their credit of ${formatDollars(leaving.credit.endCents)} goes back to the card then.` : '',
    'Until then they can keep the account under Your account, and you here.',
  ];
  const options = [
    ...(leaving.deletesAt ? [] : [['end', `End on ${date}, then delete`, end.join(' ')] as const]),
    ['refund', 'Delete now', givenBack(leaving)] as const,
  ];
  return (
    <fieldset className="grid w-full gap-2">
      <legend className="mb-1.5 text-16 font-semibold [overflow-wrap:anywhere]">
        What do they want with the time that is paid for?{titles.length > 0 ? ` (${titles.join(', ')})` : ''}
      </legend>
      {options.map(([value, label, text]) => (
        <label
          key={value}
          className="flex min-h-11 cursor-pointer items-start gap-3 rounded-control border border-line-strong p-3"
        >
          <input
            type="radio"
            name="plans"
            value={value}
            checked={choice === value}
            onChange={() => onChoose(value)}
            className="mt-1 size-5 shrink-0 accent-action"
          />
          <span className="text-16">
            <span className="block font-semibold">{label}</span>
            <span className="block text-ink-soft">{text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Names the sums that a deletion at once gives back, and their way. */
function givenBack({ refundCents, credit, cashPlans, prepaid, plans }: Leaving): string {
  const cashCents = cashPlans.reduce((sum, { unusedCents }) => sum + unusedCents, 0);
  const ofCredit = credit?.nowCents ? `, ${formatDollars(credit.nowCents)} of that from their credit` : '';
  const toCard =
    refundCents === null
      ? 'The unused part goes back to the card. How much that is cannot be told right now.'
      : refundCents > 0
        ? `${formatDollars(refundCents)} for the unused time goes back to the card${ofCredit}.`
        : cashCents > 0
          ? ''
          : 'There is nothing to give back to a card.';
  const isDisputed = plans.some(({ state }) => state === 'disputed');
  return [
    toCard,
    cashCents > 0
      ? `${formatDollars(cashCents)} paid in cash or by check is not used: give it back by hand. You get an email with the receipt.`
      : '',
    isDisputed ? 'The bank decides about a disputed payment.' : '',
    prepaid.length > 0 ? `${prepaid.map(prepaidTitle).join(', ')} stays with the listing until its end.` : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function Check({
  isOn,
  onChange,
  children,
}: {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children: React.ReactNode;
}) {
  return (
    <label className="flex min-h-11 w-full cursor-pointer items-center gap-3 text-16 [overflow-wrap:anywhere]">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-action"
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  );
}
