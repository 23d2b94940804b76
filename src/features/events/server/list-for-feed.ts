import { and, asc, eq, gte, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { eventOccurrences, events } from '#server/db/schema/index.ts';

const most = 2000;
const daysBack = 31;

export interface CalendarEntry {
  /** Of the occurrence */
  id: string;
  title: string;
  description: string;
  location: string;
  category: string;
  startsAt: Date;
  endsAt: Date | null;
  allDay: boolean;
  status: 'scheduled' | 'cancelled' | 'postponed';
  updatedAt: Date;
}

/** Occurrences from a month back on, soonest first, at most 2,000. */
export function listOccurrencesForFeed(db: Database, now: Date): Promise<CalendarEntry[]> {
  const from = new Date(now.getTime() - daysBack * 86_400_000);
  return read(db, gte(eventOccurrences.startsAt, from));
}

/** @param id a UUID */
export async function findOccurrenceForFeed(db: Database, id: string): Promise<CalendarEntry | null> {
  const [found] = await read(db, eq(eventOccurrences.id, id));
  return found ?? null;
}

function read(db: Database, where: SQL): Promise<CalendarEntry[]> {
  return db
    .select({
      id: eventOccurrences.id,
      title: events.title,
      description: events.description,
      location: events.location,
      category: events.category,
      startsAt: eventOccurrences.startsAt,
      endsAt: eventOccurrences.endsAt,
      allDay: events.allDay,
      // A series that is called off takes each of its times with it.
      status: sql<
        CalendarEntry['status']
      >`case when ${events.status} = 'scheduled' then ${eventOccurrences.status} else ${events.status} end`,
      updatedAt: events.updatedAt,
    })
    .from(eventOccurrences)
    .innerJoin(events, eq(events.id, eventOccurrences.eventId))
    .where(and(where))
    .orderBy(asc(eventOccurrences.startsAt), asc(eventOccurrences.id))
    .limit(most);
}
