import { and, eq, ne, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { eventOccurrences, events } from '#server/db/schema/index.ts';
import { dayMs, hourMs } from '#shared/times.ts';
import type { Business } from '../contract.ts';

const maxShown = 4;

/** The instant at which it is over; without an end as features/events/server/occurrence-columns.ts has it. */
export function eventEnd({ startDate, endDate, allDay }: Business['events'][number]): Date {
  return new Date(endDate ?? Date.parse(startDate) + (allDay ? dayMs : 3 * hourMs));
}

const comingEvents = prepared((db) => {
  const { startsAt, endsAt, title, status } = eventOccurrences;
  const end = sql`coalesce(${endsAt}, ${startsAt} + case when ${events.allDay} then interval '24 hours' else interval '3 hours' end)`;
  return db
    .selectDistinctOn([events.id], {
      slug: events.slug,
      title: sql<string>`coalesce(${title}, ${events.title})`,
      startsAt,
      endsAt,
      allDay: events.allDay,
    })
    .from(eventOccurrences)
    .innerJoin(events, eq(events.id, eventOccurrences.eventId))
    .where(
      and(
        eq(events.businessId, sql.placeholder('businessId')),
        eq(events.status, 'scheduled'),
        ne(status, 'cancelled'),
        sql`${end} > ${sql.placeholder('now')}::timestamptz`,
      ),
    )
    .orderBy(events.id, startsAt)
    .prepare('coming_events_of_business');
});

/** The next time of each event that the listing puts on, soonest first. What is called off is left out. */
export async function readComingEvents(db: Database, businessId: string, now: Date): Promise<Business['events']> {
  const rows = await comingEvents(db).execute({ businessId, now: now.toISOString() });
  return rows
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
    .slice(0, maxShown)
    .map(({ startsAt: start, endsAt: until, ...row }) => ({
      ...row,
      startDate: start.toISOString(),
      endDate: until?.toISOString() ?? null,
    }));
}
