import { type ReactNode, useEffect, useRef } from 'react';
import { isSame } from '#shared/is-same.ts';
import type { Change } from '#shared/list-changes.ts';
import { dropRefusal } from '#web/toast/drop-refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { ChangeList } from '#web/ui/changes.tsx';
import { takeFocus } from './take-focus.ts';

interface ConflictNoteProps<V> {
  kept: { over: { was: V; now: V } | null; value: V; discard: () => void };
  /** The sentence of the refusal, which names who has changed it. */
  refusal: string | null;
  /** Names what others have changed, and what is typed over it, in the words of the form. */
  describe?: (was: V, now: V) => Change[];
  /** Tells what was changed, in another way. */
  children?: ReactNode;
}

/**
 * Stands beside the button of a form that was refused because somebody has saved since: who, what, what is not saved, and what the next save
 * does. It takes the focus, because the button may be far from the fields. As long as the form shows what others have stored beside what is
 * typed, the box stays: without it, both would look saved. It goes when all that is typed is stored.
 */
export function ConflictNote<V>({ kept, refusal, describe, children }: ConflictNoteProps<V>) {
  const { over, value, discard } = kept;
  // Another act of the form, such as putting a former value back, forgets the refusal.
  const last = useRef(refusal);
  last.current = refusal ?? last.current;
  const isShown = over !== null && !isSame(over.now, value);
  // Typed back to what is stored, and typed on, it returns: then the focus stays in the field.
  const focusedFor = useRef<typeof over>(null);
  useEffect(() => {
    if (isShown && refusal !== null) dropRefusal(refusal);
  }, [isShown, refusal]);
  if (!isShown) return null;
  const changes = describe?.(over.was, over.now) ?? [];
  const own = describe?.(over.now, value) ?? [];
  return (
    <section
      ref={(section) => {
        if (section === null || focusedFor.current === over) return;
        focusedFor.current = over;
        takeFocus(section);
      }}
      tabIndex={-1}
      aria-label="Not saved yet"
      className="col-span-full grid scroll-mt-24 gap-2 rounded-control border border-gold-line bg-gold-ground px-4 py-3 text-16 wrap-anywhere"
    >
      <p className="font-semibold">{last.current ?? 'Somebody has changed this since. Yours is not saved yet.'}</p>
      {changes.length > 0 ? <ChangeList changes={changes} /> : null}
      {children}
      {own.length > 0 ? (
        <>
          <p>Yours, not saved yet:</p>
          <ChangeList changes={own} />
        </>
      ) : null}
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
