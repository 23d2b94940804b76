/** Tells every web process which stored pages are outdated. */
import { sql } from 'drizzle-orm';
import { noteAnnounced } from './own-changes.ts';

export const changeChannel = 'content_changes';

interface Executor {
  execute(query: ReturnType<typeof sql>): Promise<unknown>;
}

/**
 * Sent with the transaction's commit, so that nobody hears of a change that was rolled back.
 * @param tags 'businesses', 'business:{id}', 'categories', 'events', 'articles', 'article:{id}', 'ads',
 * 'city'
 */
export async function announceChange(db: Executor, tags: readonly string[]): Promise<void> {
  noteAnnounced(tags);
  const chunkSize = 100;
  for (let start = 0; start < tags.length; start += chunkSize) {
    await db.execute(sql`select pg_notify(${changeChannel}, ${JSON.stringify(tags.slice(start, start + chunkSize))})`);
  }
}
