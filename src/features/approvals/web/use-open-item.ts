import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import type { QueueItem } from '../contract.ts';
import type { ReviewMode } from './listing-review.tsx';

interface Unsent {
  id: string;
  reason: string;
  /** The sentence of the refusal, which names who was first. The next act of the list must not take it away. */
  said: string;
}

/** The reason of a decision that was refused, once its line is gone: before, the form of the line has it. */
function useUnsent(items: readonly QueueItem[]) {
  const [refused, setUnsent] = useState<Unsent>();
  const isGone = refused !== undefined && items.every(({ id }) => id !== refused.id);
  return { unsent: isGone ? refused : null, setUnsent, dismissUnsent: () => setUnsent(undefined) };
}

/** The second press of a double click, or a key that is held, is over by then. */
const freshMs = 600;

/** A decision has just opened this line in the place of another: it takes none yet, so that no line is decided on unseen. */
function useFresh() {
  const [freshId, setFreshId] = useState<string | null>(null);
  useEffect(() => {
    if (freshId === null) return;
    const timer = setTimeout(() => setFreshId(null), freshMs);
    return () => clearTimeout(timer);
  }, [freshId]);
  return [freshId, setFreshId] as const;
}

/**
 * The open line of the queue, and the decisions that are on their way.
 * @param wanted the line that the address names: it opens once, as soon as it is there
 */
export function useOpenItem(items: readonly QueueItem[], wanted: string | null) {
  const { run, refusal } = useStaffAction();
  const [openId, setOpenId] = useState<string | null>(null);
  const [mode, setMode] = useState<ReviewMode>('look');
  /** Texts by id: 'Approving...' */
  const [busy, setBusy] = useState<Record<string, string>>({});
  const [freshId, setFreshId] = useFresh();
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const { unsent, setUnsent, dismissUnsent } = useUnsent(items);

  const isThere = items.some(({ id }) => id === wanted);
  useLayoutEffect(() => {
    if (wanted === null || !isThere) return;
    setOpenId(wanted);
    setMode('look');
    const button = buttons.current.get(wanted);
    button?.focus({ preventScroll: true });
    button?.scrollIntoView();
  }, [wanted, isThere]);

  // The lines above have their new height by then: before, the browser would scroll to where the line was.
  const wasShown = useRef(false);
  useLayoutEffect(() => {
    if (!wasShown.current || openId === null) return;
    wasShown.current = false;
    const button = buttons.current.get(openId);
    button?.focus({ preventScroll: true });
    button?.scrollIntoView({ block: 'nearest' });
  }, [openId]);

  function show(id: string | null) {
    wasShown.current = true;
    if (id === openId && id !== null) buttons.current.get(id)?.focus();
    setOpenId(id);
    setMode('look');
  }

  function move(step: 1 | -1) {
    const at = items.findIndex(({ id }) => id === openId);
    const next = items[at < 0 ? 0 : at + step];
    if (next) show(next.id);
  }

  /** Goes on at once to the next line that is not decided; a refused decision comes back with the reason. */
  async function decide<T>(
    id: string,
    says: string,
    done: string | ((answer: T) => string),
    act: () => Promise<T>,
    { canUndo = false, reason = '' }: { canUndo?: boolean; reason?: string } = {},
  ) {
    const left = items.filter((item) => item.id === id || busy[item.id] === undefined);
    const at = left.findIndex((item) => item.id === id);
    setBusy((before) => ({ ...before, [id]: says }));
    const next = (left[at + 1] ?? left[at - 1])?.id ?? null;
    show(next);
    setFreshId(next);
    let said = '';
    const refusing = (error: unknown): never => {
      said = problemMessage(error, 'It could not be sent. Check the connection and try again.');
      throw error;
    };
    const refused = await run(() => act().catch(refusing), done, canUndo ? { subjectId: id } : undefined);
    setBusy(({ [id]: _, ...others }) => others);
    if (refused) show(id);
    if (refused && reason !== '') {
      // The form has it again while the line is there.
      setMode('reject');
      setUnsent({ id, said, reason });
    }
    return refused;
  }

  /** The line stays open until the decision is stored, so that nothing typed is lost. */
  async function decideInPlace(id: string, says: string, done: string, act: () => Promise<unknown>) {
    setBusy((before) => ({ ...before, [id]: says }));
    const refused = await run(act, done, { subjectId: id });
    setBusy(({ [id]: _, ...others }) => others);
    return refused;
  }

  const keepButton = (id: string) => (button: HTMLButtonElement | null) => {
    if (button) buttons.current.set(id, button);
    else buttons.current.delete(id);
  };
  const open = items.find(({ id }) => id === openId);
  /** A form of the line closes: its button was the last thing in hand. */
  function turnTo(next: ReviewMode) {
    setMode(next);
    if (next === 'look' && openId !== null) buttons.current.get(openId)?.focus();
  }

  const isPending = (id: string) => busy[id] !== undefined || freshId === id;
  const line = { open, isPending, mode, setMode: turnTo, busy, refusal, unsent, dismissUnsent };
  return { ...line, show, move, decide, decideInPlace, keepButton };
}

export type OpenItem = ReturnType<typeof useOpenItem>;
