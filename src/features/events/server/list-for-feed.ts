import { and, asc, eq, gte, type SQL } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { eventOccurrences, events } from '#server/db/schema/index.ts';
import { dayMs } from '#shared/times.ts';
import type { EventOccurrence } from '../contract.ts';
import {
  occurrenceAllDay,
  occurrenceLocation,
  occurrenceNote,
  occurrenceStatus,
  occurrenceTitle,
} from './occurrence-columns.ts';

const maxRows = 2000;
const daysBack = 31;

export interface CalendarEntry {
  /** The occurrence's id. */
  id: string;
  slug: string;
  title: string;
  description: string;
  location: string;
  category: string;
  startsAt: Date;
  endsAt: Date | null;
  allDay: boolean;
  status: EventOccurrence['status'];
  note: string | null;
  url: string | null;
  organizer: string | null;
  contact: string | null;
  isFree: boolean;
  price: string | null;
  latitude: number | null;
  longitude: number | null;
  /** Number of edits. */
  version: number;
  updatedAt: Date;
}

/** Lists occurrences from a month ago on, soonest first, at most 2,000; of one category or of all. */
export function listOccurrencesForFeed(
  db: Database,
  now: Date,
  category: EventOccurrence['category'] | undefined,
): Promise<CalendarEntry[]> {
  const from = new Date(now.getTime() - daysBack * dayMs);
  return read(db, and(gte(eventOccurrences.startsAt, from), category ? eq(events.category, category) : undefined));
}

/** @param id a UUID */
export async function findOccurrenceForFeed(db: Database, id: string): Promise<CalendarEntry | null> {
  const [found] = await read(db, eq(eventOccurrences.id, id));
  return found ?? null;
}

function read(db: Database, where: SQL | undefined): Promise<CalendarEntry[]> {
  return db
    .select({
      id: eventOccurrences.id,
      slug: events.slug,
      title: occurrenceTitle,
      description: events.description,
      location: occurrenceLocation,
      category: events.category,
      startsAt: eventOccurrences.startsAt,
      endsAt: eventOccurrences.endsAt,
      allDay: occurrenceAllDay,
      status: occurrenceStatus,
      note: occurrenceNote,
      url: events.url,
      organizer: events.organizer,
      contact: events.contact,
      isFree: events.isFree,
      price: events.price,
      latitude: events.latitude,
      longitude: events.longitude,
      version: events.version,
      updatedAt: events.updatedAt,
    })
    .from(eventOccurrences)
    .innerJoin(events, eq(events.id, eventOccurrences.eventId))
    .where(where)
    .orderBy(asc(eventOccurrences.startsAt), asc(eventOccurrences.id))
    .limit(maxRows);
}
