/** Apart from the store, which every page loads. */
import { removeToastLine, toastStore } from './toast-store.ts';

/** Drops the refusals that a box on the page says now: on a phone they would cover its button. */
export function dropRefusal(text: string | undefined): void {
  for (const { destructive, text: said, lineId } of toastStore.read()?.lines ?? [])
    if (destructive && text && said === text) removeToastLine(lineId);
}
