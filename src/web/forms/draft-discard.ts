import { undoMs } from '#shared/times.ts';
import { showToast } from '#web/toast/toast-store.ts';

/** Gives up what was typed, and returns what brings it back. */
export type Discard = () => () => void;

/** One tap on the wrong button must not cost a text. @param noun the thing's name on screen: 'business' */
export function discardWithUndo(noun: string, discard: Discard): void {
  const bringBack = discard();
  showToast({
    title: 'Discarded',
    ms: undoMs,
    action: { label: 'Undo', alt: 'To bring back what you typed, press F8', about: `draft:${noun}`, run: bringBack },
  });
}
