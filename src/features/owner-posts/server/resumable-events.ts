/** Tells which events that were called off their owner can put on again. */
import { and, desc, eq, inArray } from 'drizzle-orm';
import { endOfEvent } from '#features/events/event-clock.ts';
import type { Database } from '#server/db/client.ts';
import { auditLog, type events, users } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';

type EventRow = typeof events.$inferSelect;

/** Its status and note before its owner called it off. */
type Former = Pick<EventRow, 'status' | 'statusNote'>;

/** The canceled events of a listing that are to come and that nobody but its people has touched since, by id. */
export async function resumableEvents(
  db: Database,
  { businessId, rows }: { businessId: string; rows: readonly EventRow[] },
  { city, now }: Pick<ApiRequest, 'city' | 'now'>,
): Promise<Map<string, Former>> {
  const off = rows.filter(
    (event) =>
      event.status === 'cancelled' && event.businessId === businessId && endOfEvent(event, city.facts.timeZone) > now(),
  );
  const resumable = new Map<string, Former>();
  if (off.length === 0) return resumable;
  const last = await db
    .selectDistinctOn([auditLog.subjectId], {
      id: auditLog.subjectId,
      action: auditLog.action,
      data: auditLog.data,
      role: users.role,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(
      and(
        eq(auditLog.subjectType, 'event'),
        inArray(
          auditLog.subjectId,
          off.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(auditLog.subjectId, desc(auditLog.id));
  for (const { id, action, data, role } of last) {
    if (action !== 'event.cancelled' || role !== 'owner') continue;
    // Each changed column stands there with its former and its new value.
    const changed = data as Partial<Record<'status' | 'statusNote', [string, string]>> | null;
    resumable.set(id, {
      status: changed?.status?.[0] === 'postponed' ? 'postponed' : 'scheduled',
      statusNote: changed?.statusNote?.[0] ?? '',
    });
  }
  return resumable;
}
