/** Keeps unsaved text in this browser, so that no lost connection, session or power takes it away. */
import * as z from 'zod/mini';
import { ArticleFields } from '../../article-fields.ts';

const Backup = z.object({
  /** Keeps the text from the next person who signs in at this browser. */
  userId: z.string(),
  fields: ArticleFields,
  /** The newest version that this editor had seen. */
  version: z.number(),
});
type Backup = z.infer<typeof Backup>;

const key = (articleId: string) => `article-draft:${articleId}`;

/** Null when there is none, or it belongs to another user. */
export function readBackup(articleId: string, userId: string): Backup | null {
  try {
    const result = z.safeParse(Backup, JSON.parse(localStorage.getItem(key(articleId)) ?? 'null'));
    return result.success && result.data.userId === userId ? result.data : null;
  } catch {
    return null;
  }
}

/** Returns whether the browser stored it; a browser without storage, or with full storage, does not. */
export function keepBackup(articleId: string, backup: Backup): boolean {
  try {
    localStorage.setItem(key(articleId), JSON.stringify(backup));
    return true;
  } catch {
    return false;
  }
}

export function dropBackup(articleId: string): void {
  try {
    localStorage.removeItem(key(articleId));
  } catch {
    // A browser without storage has nothing to delete.
  }
}
