import { useState } from 'react';
import { AskFirst } from './ask-first.tsx';
import { KeptReason, noReason } from './kept-reason.tsx';

interface LostFactorsProps {
  personId: string;
  isPending: boolean;
  /** @param settle forgets the typed reason once the server has it */
  onRemove: (reason: string, settle: () => void) => void;
}

/** Lets somebody in again who has lost phone, passkeys and recovery codes. */
export function LostFactors({ personId, isPending, onRemove }: LostFactorsProps) {
  const [{ reason, settle }, setTyped] = useState(noReason);
  return (
    <AskFirst
      label="Second factor is lost"
      consequence="Authenticator app, passkeys and recovery codes are removed, and every device is signed out. The password alone opens the account then. The person and all administrators get an email with your reason."
      action="Yes, remove it"
      isPending={isPending}
      isReady={reason.trim().length >= 10}
      onSure={() => onRemove(reason, settle)}
    >
      <KeptReason
        thing={`lost-factors:${personId}`}
        label="How do you know that it is the same person?"
        help="A sentence. It is kept in the history."
        maxLength={500}
        onChange={setTyped}
      />
    </AskFirst>
  );
}
