import { lt, sql } from 'drizzle-orm';
import { lastWordAt } from '#features/conversations/server/last-word.ts';
import type { Database } from '#server/db/client.ts';
import { businessMessages } from '#server/db/schema/index.ts';
import { keptLetterMonths, monthsBefore } from '#shared/months-before.ts';

/** Deletes messages 24 months after the last word of their talk, or after they came when nobody answered. */
export async function sweepBusinessMessages(db: Database, now: Date): Promise<void> {
  const { id, answeredAt, createdAt } = businessMessages;
  const before = monthsBefore(now, keptLetterMonths).toISOString();
  await db
    .delete(businessMessages)
    .where(lt(sql`greatest(coalesce(${answeredAt}, ${createdAt}), ${lastWordAt(id)})`, before));
}
