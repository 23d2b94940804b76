/** An event that its owner has called off is on after all. */
import { and, desc, eq, inArray } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { lockEditable } from '#features/businesses/server/own-business.ts';
import { endOfEvent } from '#features/events/event-clock.ts';
import { setEventStatus } from '#features/events/server/change-event.ts';
import type { Database } from '#server/db/client.ts';
import { auditLog, eventSuggestions, events, users } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { requireOn } from './own-events.ts';
import { requireApproved } from './write-announcements.ts';

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

/**
 * @throws Problem as lockEditable does, 'not_found', 'conflict' when the town takes no events, the listing is not shown,
 *   or the event is on, over, or changed by somebody else since
 */
export async function resumeOwnEvent(
  { id, postId }: { id: string; postId: string },
  request: ApiRequest,
): Promise<void> {
  await request.db.transaction(async (tx) => {
    requireOn(request);
    requireApproved(await lockEditable(tx, id, requireUser(request.user)));
    const [row] = await tx
      .select({ event: events })
      .from(eventSuggestions)
      .innerJoin(events, eq(events.id, eventSuggestions.eventId))
      .where(and(eq(eventSuggestions.id, postId), eq(eventSuggestions.businessId, id)));
    if (row === undefined) throw new Problem('not_found', 'This event is not in the calendar any more.');
    const { event } = row;
    const former = (await resumableEvents(tx, { businessId: id, rows: [event] }, request)).get(event.id);
    if (former === undefined) {
      const text =
        event.status === 'cancelled'
          ? 'It is over, or staff look after it now. Please write to us.'
          : 'It is in the calendar already.';
      throw new Problem('conflict', text);
    }
    const { status, statusNote: note } = former;
    await setEventStatus({ id: event.id, version: event.version, status, note }, { ...request, db: tx });
  });
}
