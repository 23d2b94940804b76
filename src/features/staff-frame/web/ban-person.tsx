import { useState } from 'react';
import { TextField } from '#web/ui/field.tsx';
import { AskFirst } from './ask-first.tsx';

interface BanPersonProps {
  username: string;
  /** The person's listings. */
  listings: number;
  isPending: boolean;
  onBan: (reason: string) => void;
}

/** Says what a ban does and what it leaves alone, and asks why. */
export function BanPerson({ username, listings, isPending, onBan }: BanPersonProps) {
  const [reason, setReason] = useState('');
  const theirs =
    listings === 0
      ? 'They have no listing.'
      : `Their ${listings === 1 ? 'listing stays' : `${listings} listings stay`} as they are: hide what should not be seen.`;
  return (
    <AskFirst
      label="Ban"
      consequence={`It ends all sessions, and nobody can sign in as ${username}. ${theirs} A plan that they pay for goes on and is charged: give all of it back under Money below to end it. They get no email.`}
      action="Yes, ban"
      isReady={reason.trim() !== ''}
      isPending={isPending}
      onSure={() => onBan(reason.trim())}
    >
      <div className="w-full max-w-prose">
        <TextField
          label="Why?"
          name="reason"
          help="Kept in the audit log."
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          maxLength={500}
          autoComplete="off"
        />
      </div>
    </AskFirst>
  );
}
