import { Moment } from '#features/staff-frame/web/age.tsx';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { statesOf } from '../mail-states.ts';
import type { StaffMail, Text } from '../staff-contract.ts';

interface MailTextHistoryProps {
  mail: StaffMail;
  isPending: boolean;
  onUse: (text: Text) => void;
}

/** Lists the texts that the mail has had, with who wrote each and the way back to it. */
export function MailTextHistory({ mail, isPending, onUse }: MailTextHistoryProps) {
  const states = statesOf(mail);
  return (
    <section aria-labelledby="history" className="mt-8">
      <h2 id="history" className="mb-2 text-21">
        History
      </h2>
      {states.length === 0 ? <p className="text-16">Nobody has changed this mail yet.</p> : null}
      <ol className="grid gap-3 text-16">
        {states.map(({ at, by, isReset, text }, place) => (
          <li key={at} className="rounded-control border border-line bg-card px-4 py-3">
            <p className="text-14 text-ink-soft">
              <Moment at={at} />, {by ?? 'an account that is gone'}
              {isReset ? ': back to the built-in text' : ''}
            </p>
            <details>
              <summary className="min-h-11 cursor-pointer py-2 font-semibold break-words">{text.subject}</summary>
              <p className="mb-3 max-w-[66ch] break-words whitespace-pre-line">{text.text}</p>
            </details>
            {place === 0 ? (
              <p className="text-14 text-ink-soft">This text goes out now.</p>
            ) : (
              <SmallButton disabled={isPending} onClick={() => onUse(text)}>
                Use this text again
              </SmallButton>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
