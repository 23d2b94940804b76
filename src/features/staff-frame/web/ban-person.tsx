import { useState } from 'react';
import { isReason, minReason } from '#shared/reason.ts';
import { TextField } from '#web/ui/field.tsx';
import { type AtPayment, atPaymentWords } from '../at-payment-words.ts';
import { type WaitingCounts, waitingWords } from '../waiting-words.ts';
import { AskFirst } from './ask-first.tsx';

interface BanPersonProps {
  username: string;
  /** The states of the person's listings. */
  listings: readonly string[];
  /** The person's lines of the queue, by kind. */
  waiting: WaitingCounts;
  /** The open payment pages of the person. */
  atPayment: AtPayment;
  /** The running plans that their card pays for, by name; null: not known yet. */
  plans: readonly string[] | null;
  isPending: boolean;
  onBan: (reason: string, also: { rejectWaiting: boolean; endPlans: boolean }) => void;
}

const inWords = new Intl.ListFormat('en-US');

/** The listings that a ban leaves where visitors see them. */
function listingsAfter(listings: readonly string[]): string {
  if (listings.length === 0) return 'They have no listing.';
  const online = listings.filter((status) => status === 'approved').length;
  if (online === 0) return listings.length === 1 ? 'Their listing is not online.' : 'None of their listings is online.';
  return online === 1
    ? 'One listing of theirs stays online: hide it if it should not be seen.'
    : `${online} listings of theirs stay online: hide what should not be seen.`;
}

/** Says what a ban does and what it leaves alone, and asks why. */
export function BanPerson({ username, listings, waiting, atPayment, plans, isPending, onBan }: BanPersonProps) {
  const [reason, setReason] = useState('');
  const [rejects, setRejects] = useState(false);
  const [ends, setEnds] = useState(false);
  const names = plans === null ? 'a plan that they may have' : inWords.format(plans);
  const hasPlans = plans === null || plans.length > 0;
  const plan = hasPlans ? ` Their card goes on to be charged for ${names}, unless you tick that below.` : '';
  const inQueue = waitingWords(waiting);
  return (
    <AskFirst
      label="Ban"
      consequence={`It ends all sessions, and nobody can sign in as ${username}. ${listingsAfter(listings)}${plan} ${atPaymentWords(atPayment)} They get no email about the ban.`}
      action="Yes, ban"
      isReady={isReason(reason)}
      isPending={isPending}
      onSure={() => onBan(reason.trim(), { rejectWaiting: rejects, endPlans: ends })}
    >
      <div className="w-full max-w-prose">
        <TextField
          label="Why?"
          name="reason"
          help={`Kept in the audit log; ${minReason} letters or more.`}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          maxLength={500}
          autoComplete="off"
        />
      </div>
      {hasPlans ? (
        <label className="flex min-h-11 w-full cursor-pointer items-center gap-3 text-16">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-action"
            checked={ends}
            onChange={(event) => setEnds(event.currentTarget.checked)}
          />
          <span>
            End what their card pays for with its paid time. Nothing is given back; to do that, use Refund under Money
            below.
          </span>
        </label>
      ) : null}
      {inQueue === '' ? null : (
        <label className="flex min-h-11 w-full cursor-pointer items-center gap-3 text-16">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-action"
            checked={rejects}
            onChange={(event) => setRejects(event.currentTarget.checked)}
          />
          <span>
            Reject what waits from them, too: {inQueue}. Nobody is told
            {waiting.claims > 0 ? ', and no card is charged' : ''}.
          </span>
        </label>
      )}
    </AskFirst>
  );
}
