import { and, isNotNull, lt } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { corrections } from '#server/db/schema/index.ts';
import { keptLetterMonths, monthsBefore } from '#shared/months-before.ts';

/** Deletes suggestions 24 months after the decision; staff still see those that wait. */
export async function sweepCorrections(db: Database, now: Date): Promise<void> {
  const { decidedAt } = corrections;
  const before = monthsBefore(now, keptLetterMonths);
  await db.delete(corrections).where(and(isNotNull(decidedAt), lt(decidedAt, before)));
}
