import { and, isNotNull, lt, sql } from 'drizzle-orm';
import { lastWordAt } from '#features/conversations/server/last-word.ts';
import type { Database } from '#server/db/client.ts';
import { corrections } from '#server/db/schema/index.ts';
import { keptLetterMonths, monthsBefore } from '#shared/months-before.ts';

/** Deletes suggestions 24 months after the decision, or the last word about them; staff still see those that wait. */
export async function sweepCorrections(db: Database, now: Date): Promise<void> {
  const { id, decidedAt } = corrections;
  const before = monthsBefore(now, keptLetterMonths).toISOString();
  await db
    .delete(corrections)
    .where(and(isNotNull(decidedAt), lt(sql`greatest(${decidedAt}, ${lastWordAt(id)})`, before)));
}
