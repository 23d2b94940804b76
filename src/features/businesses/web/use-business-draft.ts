/** Keeps what is typed in this tab until it is saved: a lost session or a reload takes nothing away. */
import { useCallback, useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { FormValues, isSameForm } from '../form-values.ts';

const Draft = z.object({
  /** Somebody else who signs in at this tab does not see it. */
  userId: z.string(),
  values: FormValues,
  /** What the form began with, and its version, to be compared with what is there later. */
  base: FormValues,
  version: z.number(),
});
type Draft = z.infer<typeof Draft>;

const storageKey = (form: string) => `draft:${form}`;

/** null: there is none, or it is somebody else's. */
export function readDraft(form: string, userId: string): Draft | null {
  try {
    const result = z.safeParse(Draft, JSON.parse(sessionStorage.getItem(storageKey(form)) ?? 'null'));
    return result.success && result.data.userId === userId ? result.data : null;
  } catch {
    return null;
  }
}

function dropDraft(form: string): void {
  try {
    sessionStorage.removeItem(storageKey(form));
  } catch {
    // A browser that keeps nothing has nothing to drop.
  }
}

/** Writes the draft on every change, and none while the form says what it began with. */
export function useKeptDraft(form: string, draft: Draft): { stop: () => void } {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (isOver) return;
    if (isSameForm(draft.values, draft.base)) return dropDraft(form);
    try {
      sessionStorage.setItem(storageKey(form), JSON.stringify(draft));
    } catch {
      // Full, or forbidden: the form works without.
    }
  }, [form, draft, isOver]);
  const stop = useCallback(() => {
    setOver(true);
    dropDraft(form);
  }, [form]);
  return { stop };
}
