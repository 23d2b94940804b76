import { lt, sql } from 'drizzle-orm';
import { lastWordAt } from '#features/conversations/server/last-word.ts';
import type { Database } from '#server/db/client.ts';
import { reports } from '#server/db/schema/index.ts';
import { keptLetterMonths, monthsBefore } from '#shared/months-before.ts';

/** Deletes reports 24 months after they were resolved, or after they came when nobody did. */
export async function sweepReports(db: Database, now: Date): Promise<void> {
  const { id, resolvedAt, createdAt } = reports;
  const before = monthsBefore(now, keptLetterMonths).toISOString();
  await db.delete(reports).where(lt(sql`greatest(coalesce(${resolvedAt}, ${createdAt}), ${lastWordAt(id)})`, before));
}
