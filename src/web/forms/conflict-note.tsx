import { type ReactNode, useEffect } from 'react';
import { dropRefusal } from '#web/toast/drop-refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { takeFocus } from './take-focus.ts';

interface ConflictNoteProps {
  kept: { isOver: boolean; value: unknown; discard: () => void };
  /** The sentence of the refusal, which names who has changed it. */
  refusal: string | null;
  /** Tells what was changed. */
  children?: ReactNode;
}

/**
 * Stands beside the button of a form that was refused because somebody has saved since: who, and what the next save does. It takes the
 * focus, because the button may be far from the fields.
 */
export function ConflictNote({ kept, refusal, children }: ConflictNoteProps) {
  const isShown = kept.isOver && refusal !== null;
  useEffect(() => {
    if (isShown) dropRefusal(refusal);
  }, [isShown, refusal]);
  if (!isShown) return null;
  const hasFields = typeof kept.value === 'object' && !Array.isArray(kept.value);
  return (
    <section
      ref={takeFocus}
      tabIndex={-1}
      aria-label="Not saved yet"
      className="col-span-full grid scroll-mt-24 gap-2 rounded-control border border-gold-line bg-gold-ground px-4 py-3 text-16 wrap-anywhere"
    >
      <p className="font-semibold">{refusal}</p>
      {children}
      <p>
        Nothing you typed is lost.{' '}
        {hasFields
          ? 'Press the button again to save the fields that you changed. All others stay as they are stored now.'
          : 'Press the button again to put yours in its place.'}
      </p>
      <div>
        <Button look="secondary" onClick={kept.discard}>
          Discard mine
        </Button>
      </div>
    </section>
  );
}
