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
  /** A plan is charged to their card, or nobody knows yet. */
  mayPay: boolean;
  isPending: boolean;
  onBan: (reason: string, rejectWaiting: boolean) => void;
}

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
export function BanPerson({ username, listings, waiting, atPayment, mayPay, isPending, onBan }: BanPersonProps) {
  const [reason, setReason] = useState('');
  const [rejects, setRejects] = useState(false);
  const plan = mayPay
    ? ' A plan that they pay for goes on and is charged: give all of it back under Money below to end it.'
    : '';
  const inQueue = waitingWords(waiting);
  return (
    <AskFirst
      label="Ban"
      consequence={`It ends all sessions, and nobody can sign in as ${username}. ${listingsAfter(listings)}${plan} ${atPaymentWords(atPayment)} They get no email about the ban.`}
      action="Yes, ban"
      isReady={isReason(reason)}
      isPending={isPending}
      onSure={() => onBan(reason.trim(), rejects)}
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
