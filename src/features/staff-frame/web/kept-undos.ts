/** Keeps what can still be undone in this tab, so that a reload offers it again for the rest of its 30 seconds. */
import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { showToast, toastStore } from '#web/toast/toast-store.ts';
import { undoAction } from './use-staff-action.ts';

const storageKey = 'undos';
const Kept = z.object({
  userId: z.string(),
  /** The oldest first. */
  lines: z.array(
    z.object({
      title: z.string(),
      until: z.number(),
      subjectId: z.string(),
      shown: z.optional(z.array(z.string())),
    }),
  ),
});

/** The person of this tab; null before the staff area was opened. */
let keeper: string | null = null;

function store(userId: string): void {
  const lines = (toastStore.read()?.lines ?? []).flatMap(({ title, until, action }) =>
    action?.isKept ? [{ title, until, subjectId: action.about, shown: action.shown }] : [],
  );
  try {
    if (lines.length === 0) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify({ userId, lines: lines.toReversed() }));
  } catch {
    // Without storage they are gone with a reload.
  }
}

function restore(client: QueryClient, userId: string): void {
  let kept: z.infer<typeof Kept>;
  try {
    kept = Kept.parse(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'));
  } catch {
    return;
  }
  // Somebody else has logged in in this tab.
  if (kept.userId !== userId) return;
  for (const { title, until, subjectId, shown } of kept.lines) {
    const ms = until - Date.now();
    if (ms > 0) showToast({ title, ms, action: undoAction(client, { subjectId, shown }, title) });
  }
}

/** Once for each visit: within it, the toasts stay by themselves. */
export function keepUndos(client: QueryClient, userId: string): void {
  const isFirst = keeper === null;
  keeper = userId;
  if (!isFirst) return;
  restore(client, userId);
  toastStore.subscribe(() => {
    if (keeper !== null) store(keeper);
  });
}
