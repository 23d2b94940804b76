import { and, asc, count, eq, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { eventOccurrences, events } from '#server/db/schema/index.ts';
import { type KeysetCursor, writeCursor } from '#server/http/keyset-cursor.ts';
import { addMonths, startOfMonth } from '#shared/dates.ts';
import type { EventOccurrence } from '../contract.ts';
import { isNextOfItsEvent, occurrenceColumns, occurrenceEnd, toOccurrence } from './occurrence-columns.ts';

interface OccurrenceSearch {
  now: Date;
  timeZone: string;
  /**
   * '2026-07': everything in this month, past events too. Without it: the next time of each event that has
   * not ended.
   */
  month?: string | undefined;
  category?: EventOccurrence['category'] | undefined;
  limit: number;
  cursor?: KeysetCursor | undefined;
}

interface OccurrencePage {
  occurrences: EventOccurrence[];
  /** On all pages together. */
  total: number;
  nextCursor: string | null;
}

/** Lists occurrences, soonest first, canceled ones included. */
export async function listOccurrences(
  db: Database,
  { now, timeZone, month, category, limit, cursor }: OccurrenceSearch,
): Promise<OccurrencePage> {
  const inTime =
    month === undefined
      ? and(sql`${occurrenceEnd} > ${now}`, isNextOfItsEvent(now))
      : and(
          lt(eventOccurrences.startsAt, startOfMonth(addMonths(month, 1), timeZone)),
          // The end itself does not count: an event that ends at midnight does not belong to the next month.
          sql`greatest(${eventOccurrences.startsAt} + interval '1 microsecond', ${eventOccurrences.endsAt}) > ${startOfMonth(month, timeZone)}`,
        );
  const wanted = and(inTime, category ? eq(events.category, category) : undefined);
  const after = cursor
    ? sql`(${eventOccurrences.startsAt}, ${eventOccurrences.id}) > (${cursor.at}, ${cursor.id}::uuid)`
    : undefined;
  const [rows, total] = await Promise.all([readOccurrences(db, and(wanted, after), limit + 1), countOf(db, wanted)]);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    occurrences: page,
    total,
    nextCursor: rows.length > limit && last ? writeCursor({ at: new Date(last.startDate), id: last.id }) : null,
  };
}

/** The next occurrences that take place, soonest first. */
export function listUpcomingOccurrences(db: Database, now: Date, limit: number): Promise<EventOccurrence[]> {
  return readOccurrences(
    db,
    and(sql`${occurrenceEnd} > ${now}`, ne(events.status, 'cancelled'), ne(eventOccurrences.status, 'cancelled')),
    limit,
  );
}

async function readOccurrences(db: Database, where: SQL | undefined, limit: number): Promise<EventOccurrence[]> {
  const rows = await db
    .select(occurrenceColumns)
    .from(eventOccurrences)
    .innerJoin(events, eq(events.id, eventOccurrences.eventId))
    .where(where)
    .orderBy(asc(eventOccurrences.startsAt), asc(eventOccurrences.id))
    .limit(limit);
  return rows.map(toOccurrence);
}

async function countOf(db: Database, where: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(eventOccurrences)
    .innerJoin(events, eq(events.id, eventOccurrences.eventId))
    .where(where);
  return row?.total ?? 0;
}
