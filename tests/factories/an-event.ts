import { slugOfTitle } from '#features/events/event-slug.ts';
import type { Database } from '#server/db/client.ts';
import { eventOccurrences, events } from '#server/db/schema/index.ts';
import { nextNumber } from './unique.ts';

type Event = typeof events.$inferSelect;

/** Stores an event; with `times`, its occurrences too (otherwise materialiseOccurrences makes them). */
export async function anEvent(
  db: Database,
  {
    title = `Event ${nextNumber()}`,
    ...given
  }: Partial<typeof events.$inferInsert> & Pick<typeof events.$inferInsert, 'startsAt'>,
  times: Omit<typeof eventOccurrences.$inferInsert, 'eventId'>[] = [],
): Promise<Event> {
  const [row] = await db
    .insert(events)
    .values({ title, slug: `${slugOfTitle(title)}-${nextNumber()}`, location: 'The square', ...given })
    .returning();
  if (!row) throw new Error('The insert of the event returned no row');
  if (times.length > 0) await db.insert(eventOccurrences).values(times.map((time) => ({ eventId: row.id, ...time })));
  return row;
}
