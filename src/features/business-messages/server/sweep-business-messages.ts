import { lt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businessMessages } from '#server/db/schema/index.ts';
import { keptLetterMonths, monthsBefore } from '#shared/months-before.ts';

/** Deletes messages 24 months after their answer, or after they came when nobody answered. */
export async function sweepBusinessMessages(db: Database, now: Date): Promise<void> {
  const { answeredAt, createdAt } = businessMessages;
  const before = monthsBefore(now, keptLetterMonths).toISOString();
  await db.delete(businessMessages).where(lt(sql`coalesce(${answeredAt}, ${createdAt})`, before));
}
