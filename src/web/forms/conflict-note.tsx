import { type ReactNode, useEffect } from 'react';
import type { Change } from '#shared/list-changes.ts';
import { dropRefusal } from '#web/toast/drop-refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { ChangeList } from '#web/ui/changes.tsx';
import { takeFocus } from './take-focus.ts';

interface ConflictNoteProps<V> {
  kept: { over: { was: V; now: V } | null; discard: () => void };
  /** The sentence of the refusal, which names who has changed it. */
  refusal: string | null;
  /** Names what others have changed, in the words of the form. */
  describe?: (was: V, now: V) => Change[];
  /** Tells what was changed, in another way. */
  children?: ReactNode;
}

/**
 * Stands beside the button of a form that was refused because somebody has saved since: who, what, and what the next save does. It takes the
 * focus, because the button may be far from the fields.
 */
export function ConflictNote<V>({ kept: { over, discard }, refusal, describe, children }: ConflictNoteProps<V>) {
  const isShown = over !== null && refusal !== null;
  useEffect(() => {
    if (isShown) dropRefusal(refusal);
  }, [isShown, refusal]);
  if (!isShown) return null;
  const changes = describe?.(over.was, over.now) ?? [];
  return (
    <section
      ref={takeFocus}
      tabIndex={-1}
      aria-label="Not saved yet"
      className="col-span-full grid scroll-mt-24 gap-2 rounded-control border border-gold-line bg-gold-ground px-4 py-3 text-16 wrap-anywhere"
    >
      <p className="font-semibold">{refusal}</p>
      {changes.length > 0 ? <ChangeList changes={changes} /> : null}
      {children}
      <p>
        Nothing you typed is lost.{' '}
        {typeof over.now === 'object'
          ? 'Press the button again to save the fields that you changed. All others stay as they are stored now.'
          : 'Press the button again to put yours in its place.'}
      </p>
      <div>
        <Button look="secondary" onClick={discard}>
          Discard mine
        </Button>
      </div>
    </section>
  );
}
