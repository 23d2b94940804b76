import { useState } from 'react';
import { isReason, minReason } from '#shared/reason.ts';
import { TextField } from '#web/ui/field.tsx';
import { AskFirst } from './ask-first.tsx';

interface BanPersonProps {
  username: string;
  /** The person's listings. */
  listings: number;
  /** The person's lines of the queue. */
  waiting: { listings: number; suggestions: number };
  isPending: boolean;
  onBan: (reason: string, rejectWaiting: boolean) => void;
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Says what a ban does and what it leaves alone, and asks why. */
export function BanPerson({ username, listings, waiting, isPending, onBan }: BanPersonProps) {
  const [reason, setReason] = useState('');
  const [rejects, setRejects] = useState(false);
  const inQueue = [
    waiting.listings > 0 ? counted(waiting.listings, 'new listing') : '',
    waiting.suggestions > 0 ? counted(waiting.suggestions, 'suggestion') : '',
  ]
    .filter((part) => part !== '')
    .join(' and ');
  const theirs =
    listings === 0
      ? 'They have no listing.'
      : `Their ${listings === 1 ? 'listing stays' : `${listings} listings stay`} as they are: hide what should not be seen.`;
  return (
    <AskFirst
      label="Ban"
      consequence={`It ends all sessions, and nobody can sign in as ${username}. ${theirs} A plan that they pay for goes on and is charged: give all of it back under Money below to end it. They get no email.`}
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
          Reject what waits from them, too: {inQueue}. Nobody is told.
        </label>
      )}
    </AskFirst>
  );
}
