import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';

/** Counts again in how many listings each word stands: right after an import, and once a day, is often enough. */
export async function refreshSearchWords(db: Database): Promise<void> {
  await db.execute(sql`select search_count_words()`);
}
