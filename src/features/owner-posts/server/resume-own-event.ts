/** An event that its owner has called off is on after all. */
import { and, eq } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { lockEditable } from '#features/businesses/server/own-business.ts';
import { setEventStatus } from '#features/events/server/change-event.ts';
import { eventSuggestions, events } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { requireOn } from './own-events.ts';
import { resumableEvents } from './resumable-events.ts';
import { requireApproved } from './write-announcements.ts';

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
