/**
 * Takes the next recipient. The claim is committed before the mail is sent, and the row is locked while it is
 * being sent. So a row that says 'sending' and is not locked belongs to a sender that died; the next sender
 * takes it over at once.
 */
import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';

export interface Claim {
  id: string;
  attempts: number;
}

export async function claimRecipient(db: Database, issueId: string, now: Date): Promise<Claim | null> {
  const { rows } = await db.execute<{ id: string; attempts: number }>(sql`
    update newsletter_recipients set status = 'sending', attempts = attempts + 1, next_attempt_at = ${now.toISOString()}::timestamptz
    where id = (
      select due.id from newsletter_recipients due
      join newsletter_issues issue on issue.id = due.issue_id and issue.status = 'sending'
      where due.issue_id = ${issueId} and due.status in ('queued', 'sending')
        and due.next_attempt_at <= ${now.toISOString()}::timestamptz
      order by due.next_attempt_at, due.id limit 1 for update of due skip locked)
    returning id, attempts`);
  return rows[0] ?? null;
}

/** The time of the next retry; null when no recipient is left. */
export async function nextAttemptAt(db: Database, issueId: string): Promise<Date | null> {
  const { rows } = await db.execute<{ at: string | null }>(sql`
    select min(next_attempt_at)::text as at from newsletter_recipients
    where issue_id = ${issueId} and status in ('queued', 'sending')`);
  const at = rows[0]?.at;
  return at ? new Date(at) : null;
}
