import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { wasFirst } from '#features/audit/server/last-actor.ts';
import type { Database } from '#server/db/client.ts';
import { auditLog, type eventChanges } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';

type Change = Pick<
  typeof eventChanges.$inferSelect,
  'startsAt' | 'endsAt' | 'title' | 'location' | 'isCancelled' | 'note'
>;

/**
 * Hash of what differs at one date of a series. The page sends it back with an act on that date, so that an act on an outdated page is
 * refused.
 */
export function timeMark(change: Change | undefined, isSkipped: boolean): string {
  const { startsAt, endsAt, title, location, isCancelled, note } = change ?? {};
  const parts = [isSkipped, change !== undefined, startsAt, endsAt, title, location, isCancelled, note];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

const deeds: Record<string, string> = {
  cancelled: 'canceled this date',
  skipped: 'skipped this date',
  restored: 'put this date back',
};

/** The refusal of an act on a date that a colleague has changed since: 'ben canceled this date (“Hall is closed”) just now.' */
export async function timeChangedBefore(
  tx: Database,
  { id, day }: { id: string; day: string },
  request: Pick<ApiRequest, 'user' | 'now'>,
): Promise<Problem> {
  const where = sql`${auditLog.data} ->> 'day' = ${day}`;
  const { rows } = await tx.execute<{ as: string | null; note: string | null }>(sql`
    select data ->> 'as' as "as", data ->> 'note' as note from audit_log
    where subject_type = 'event' and subject_id = ${id} and action = 'event.time-changed' and ${where}
    order by at desc, id desc limit 1`);
  const last = rows[0];
  const deed = (last?.as && deeds[last.as]) ?? 'changed this date';
  const subject = { subjectType: 'event', subjectId: id, actions: ['event.time-changed'], where };
  const first = await wasFirst(tx, subject, `${deed}${last?.note ? ` (“${last.note}”)` : ''}`, request);
  return new Problem('conflict', `${first.message} Look at it again.`);
}
