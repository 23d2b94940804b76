/** What is typed and not saved yet, kept in this browser: no lost line, session or power takes it away. */
import * as z from 'zod/mini';
import { ArticleFields } from '../../article-fields.ts';

const Backup = z.object({
  /** Somebody else who signs in at this browser does not see it. */
  userId: z.string(),
  fields: ArticleFields,
  /** The newest version that this editor had seen. */
  version: z.number(),
});
export type Backup = z.infer<typeof Backup>;

const key = (articleId: string) => `article-draft:${articleId}`;

/** null: there is none, or it is somebody else's. */
export function readBackup(articleId: string, userId: string): Backup | null {
  try {
    const result = z.safeParse(Backup, JSON.parse(localStorage.getItem(key(articleId)) ?? 'null'));
    return result.success && result.data.userId === userId ? result.data : null;
  } catch {
    return null;
  }
}

/** Whether the browser took it; one that keeps nothing, or is full, does not. */
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
    // A browser that keeps nothing has nothing to drop.
  }
}
