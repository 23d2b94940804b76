import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#server/db/client.ts';
import { readCookie, sessionCookie } from '#server/http/cookies.ts';
import { hashToken } from './opaque-token.ts';

/** Ends the session of this call, if it still exists. */
export async function endOwnSession(db: Database, headers: Headers, siteUrl: string): Promise<void> {
  const token = readCookie(headers, sessionCookie(siteUrl.startsWith('https:')));
  if (!token) return;
  // The session and its line in the log, in one statement.
  await db.execute(sql`
    with ended as (delete from sessions where token_hash = ${hashToken(token)} returning user_id)
    insert into audit_log (id, actor_id, action, subject_type, subject_id)
    select ${uuidv7()}::uuid, user_id, 'account.logged-out', 'user', user_id from ended`);
}
