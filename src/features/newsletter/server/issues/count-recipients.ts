import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import type { IssueCounts } from '../../staff-contract.ts';

const none: IssueCounts = { recipients: 0, waiting: 0, sent: 0, failed: 0, suppressed: 0, unsubscribed: 0 };

/** Counts by issue; an issue without recipients has zeros. */
export async function countRecipients(db: Database, issueIds: readonly string[]): Promise<(id: string) => IssueCounts> {
  if (issueIds.length === 0) return () => none;
  const { rows } = await db.execute<IssueCounts & { id: string }>(sql`
    select issue_id as id, count(*)::int as recipients,
      count(*) filter (where status in ('queued', 'sending'))::int as waiting,
      count(*) filter (where status = 'sent')::int as sent,
      count(*) filter (where status = 'failed')::int as failed,
      count(*) filter (where status = 'suppressed')::int as suppressed,
      count(*) filter (where unsubscribed_at is not null)::int as unsubscribed
    from newsletter_recipients where issue_id = any(${sql.param(issueIds)}::uuid[]) group by issue_id`);
  const counts = new Map(rows.map(({ id, ...row }) => [id, row]));
  return (id) => counts.get(id) ?? none;
}
