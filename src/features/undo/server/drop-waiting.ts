import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';

/** Deletes the mails and jobs of an act that still wait, also mails that could not be sent yet. Answers how many. */
export async function dropWaiting(tx: Database, mails: readonly string[]): Promise<number> {
  if (mails.length === 0) return 0;
  const { rowCount } = await tx.execute(
    // A cancellation that is tried again may have reached the bank.
    sql`delete from pgboss.job where id in ${[...mails]}
      and (name = 'send-mail' and state in ('created', 'retry') or name = 'cancel-claim' and state = 'created')`,
  );
  return rowCount ?? 0;
}
