import { useEffect } from 'react';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { takeFocus } from '#web/forms/take-focus.ts';
import { dropRefusal } from '#web/toast/drop-refusal.ts';

interface UnsentReasonProps {
  reason: string;
  /** The sentence of the refusal, which names who was first. */
  said: string;
  onDismiss: () => void;
}

/** The reason that somebody typed for a line that a colleague has decided on meanwhile: it can still be copied. */
export function UnsentReason({ reason, said, onDismiss }: UnsentReasonProps) {
  useEffect(() => dropRefusal(said));
  return (
    <section
      ref={takeFocus}
      tabIndex={-1}
      aria-label="Not sent"
      className="mb-3 grid scroll-mt-24 gap-2 rounded-control border border-gold-line bg-gold-ground p-4 text-16 [overflow-wrap:anywhere]"
    >
      <p>{said} What you wrote was sent to nobody:</p>
      <blockquote className="border-line-strong border-l-4 pl-3 whitespace-pre-line">{reason}</blockquote>
      <div>
        <SmallButton onClick={onDismiss}>Put it away</SmallButton>
      </div>
    </section>
  );
}
