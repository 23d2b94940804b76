import { like, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { moneyActs } from '#server/db/schema/index.ts';

/**
 * The number of the next receipt of money in cash or by check, short enough for the telephone: '2026-0007', counted anew each year.
 * Two bookings at once wait for each other here until the transaction ends, so that each gets its own.
 */
export async function nextReceipt(tx: Database, year: string): Promise<string> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('receipts of cash'))`);
  const [last] = await tx
    .select({ count: sql<number | null>`max(split_part(${moneyActs.receipt}, '-', 2)::int)` })
    .from(moneyActs)
    .where(like(moneyActs.receipt, `${year}-%`));
  return `${year}-${String((last?.count ?? 0) + 1).padStart(4, '0')}`;
}
