import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { eventSuggestions } from '#server/db/schema/index.ts';
import type { BusinessEvents } from '../staff-suggestion-contract.ts';
import { listStaffEvents } from './list-staff-events.ts';

/** The last ones suffice: the list of all events has the others. */
const maxEnded = 10;

/** Lists the events that a listing puts on, and those and the changes that its owner has sent and that wait. */
export async function listBusinessEvents(db: Database, businessId: string, now: Date): Promise<BusinessEvents> {
  const read = async (state: 'upcoming' | 'cancelled' | 'past', limit: number) =>
    (await listStaffEvents(db, { state, search: '', cursor: undefined, businessId, limit, now })).rows;
  const waiting = await db
    .select()
    .from(eventSuggestions)
    .where(and(eq(eventSuggestions.businessId, businessId), eq(eventSuggestions.status, 'waiting')))
    .orderBy(asc(eventSuggestions.startsAt), asc(eventSuggestions.id));
  return {
    waiting: waiting.map(({ id, title, startsAt, endsAt, allDay, changesEventId }) => ({
      id,
      title,
      startDate: startsAt.toISOString(),
      endDate: endsAt?.toISOString() ?? null,
      allDay,
      isChange: changesEventId !== null,
    })),
    events: [
      ...(await read('upcoming', 100)),
      ...(await read('cancelled', maxEnded)),
      ...(await read('past', maxEnded)),
    ],
  };
}
