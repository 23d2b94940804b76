/** Mails that the mail server refused, and that the queue tries again: for three days nothing else tells of them. */
import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { sendMail } from './send-mail.ts';

export interface WaitingMails {
  count: number;
  /** When the oldest and the newest of them were to go out. */
  since: Date;
  newest: Date;
  /** The tries of the one that was tried most. */
  tries: number;
  /** The mail server's words to the newest one; '' for none. */
  said: string;
}

/** Null while none waits. */
export async function readWaitingMails(db: Database): Promise<WaitingMails | null> {
  const { rows } = await db.execute<Record<keyof WaitingMails, unknown>>(sql`
    select count(*)::int as count, to_json(min(created_on)) #>> '{}' as since, to_json(max(created_on)) #>> '{}' as newest,
      max(retry_count + (state = 'retry')::int) as tries,
      (array_agg(coalesce(output ->> 'reason', output ->> 'message', '') order by created_on desc))[1] as said
    from pgboss.job where name = ${sendMail.name} and (state = 'retry' or (state = 'active' and retry_count > 0))`);
  const [row] = rows;
  if (!row?.count) return null;
  return {
    count: Number(row.count),
    since: new Date(String(row.since)),
    newest: new Date(String(row.newest)),
    tries: Number(row.tries),
    said: String(row.said),
  };
}
