import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { keptLetterMonths, monthsBefore } from '#shared/months-before.ts';

/** The time of the last answer, reply or note about a letter; null without any. */
export function lastWordAt(letterId: SQLWrapper): SQL<Date | null> {
  return sql`(select talk.last_at from conversations talk where talk.id = ${letterId})`;
}

/** Claims and listings stay; what was said about them goes 24 months after the last word. */
export async function sweepTalks(db: Database, now: Date): Promise<void> {
  const before = monthsBefore(now, keptLetterMonths).toISOString();
  await db.execute(sql`delete from conversations where kind in ('claim', 'listing') and last_at < ${before}`);
}
