/**
 * Keeps unsaved text in this browser, so that no closed tab, lost session or power failure takes it away. An
 * entry belongs to one person and one thing, and goes when it is saved or the person logs out.
 */

interface StoredDraft {
  /** Parsed by the caller: an older version of the site may have written them. */
  fields: unknown;
  /** The fields that the person began with. */
  base: unknown;
  version: number;
}

const keyOf = (userId: string, thing: string) => `draft:${userId}:${thing}`;

/** Set by a log-out: an editor that is still closing must not store its text again. */
let isClosed = false;

/** Null when the browser keeps no draft of this thing for this person. */
export function readDraft(userId: string, thing: string): StoredDraft | null {
  isClosed = false;
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keyOf(userId, thing)) ?? 'null');
    return isDraft(found) ? found : null;
  } catch {
    return null;
  }
}

function isDraft(found: unknown): found is StoredDraft {
  const { fields, base, version } = Object(found) as Partial<StoredDraft>;
  return Object(fields) === fields && Object(base) === base && typeof version === 'number';
}

/** Returns whether the browser stored it; a browser without storage, or with full storage, does not. */
export function keepDraft(userId: string, thing: string, draft: StoredDraft): boolean {
  if (isClosed) return false;
  try {
    localStorage.setItem(keyOf(userId, thing), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(userId: string, thing: string): void {
  try {
    localStorage.removeItem(keyOf(userId, thing));
  } catch {
    // A browser without storage has nothing to delete.
  }
}

const keysOf = (userId: string | null): string[] => {
  const prefix = userId === null ? 'draft:' : keyOf(userId, '');
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
};

/** True while this browser holds text that a log-out would delete. */
export function hasDrafts(userId: string | null): boolean {
  try {
    return keysOf(userId).length > 0;
  } catch {
    return false;
  }
}

/**
 * Deletes everything that a person has left unsaved in this browser; call it when they log out.
 * @param userId null when nobody knows who it was: then everybody's text goes
 */
export function dropDrafts(userId: string | null): void {
  isClosed = true;
  try {
    for (const key of keysOf(userId)) localStorage.removeItem(key);
  } catch {
    // As above.
  }
}
