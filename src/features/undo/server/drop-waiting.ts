import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';

/** Deletes the mails and jobs of an act that still wait. Answers how many. */
export async function dropWaiting(tx: Database, mails: readonly string[]): Promise<number> {
  if (mails.length === 0) return 0;
  const { rowCount } = await tx.execute(
    sql`delete from pgboss.job where name in ('send-mail', 'cancel-claim') and state = 'created' and id in ${[...mails]}`,
  );
  return rowCount ?? 0;
}
