import { and, asc, count, desc, eq, gt, gte, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { eventOccurrences, events } from '#server/db/schema/index.ts';
import { type KeysetCursor, writeCursor } from '#server/http/keyset-cursor.ts';
import { addDays, dayOf, monthOf } from '#shared/dates.ts';
import { dayMs } from '#shared/times.ts';
import type { EventOccurrence, ListedEvent } from '../contract.ts';
import { type Span, spanOf, type Wanted, weekOf } from '../event-span.ts';
import {
  isNextOfItsEvent,
  occurrenceColumns,
  occurrenceEnd,
  occurrenceStatus,
  toOccurrence,
} from './occurrence-columns.ts';

/** A series stands in the list of coming events for this long; later only when its next time is later. */
const seriesDays = 56;
/** The longest event (event-clock.ts), and a day for its hours. */
const maxLengthMs = 93 * dayMs;

interface OccurrenceSearch extends Wanted {
  now: Date;
  timeZone: string;
  category?: EventOccurrence['category'] | undefined;
  isFree?: boolean | undefined;
  /** Lists the next time of a series only, and the canceled ones before it. */
  onlyNext?: boolean;
  limit: number;
  cursor?: KeysetCursor | undefined;
}

interface OccurrencePage {
  occurrences: ListedEvent[];
  /** On all pages together. */
  total: number;
  nextCursor: string | null;
}

/**
 * Lists occurrences, soonest first, canceled ones included, a series once per week
 * (docs/product-rules.md#events).
 */
export async function listOccurrences(db: Database, search: OccurrenceSearch): Promise<OccurrencePage> {
  const { limit, cursor } = search;
  const span = spanOf(search, search.now, search.timeZone);
  const listed = oncePerWeek(db, search, span);
  const after = cursor
    ? sql`(${listed.startsAt}, ${listed.id}) > (${cursor.at.toISOString()}::timestamptz, ${cursor.id}::uuid)`
    : undefined;
  const isFirst = eq(listed.place, 1);
  const [found, [counted]] = await Promise.all([
    db
      .select({ id: listed.id, startsAt: listed.startsAt })
      .from(listed)
      .where(and(isFirst, after))
      .orderBy(asc(listed.startsAt), asc(listed.id))
      .limit(limit + 1),
    db.select({ total: count() }).from(listed).where(isFirst),
  ]);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    occurrences: await withOtherTimes(
      db,
      await readOccurrences(
        db,
        inArray(
          eventOccurrences.id,
          page.map(({ id }) => id),
        ),
        limit,
      ),
      { ...search, span },
    ),
    total: counted?.total ?? 0,
    nextCursor: found.length > limit && last ? writeCursor({ at: last.startsAt, id: last.id }) : null,
  };
}

function inSpan({ from, eve, until, isOverShown }: Span, now: Date): SQL | undefined {
  const { startsAt, endsAt } = eventOccurrences;
  // The end itself does not count: an event that ends at midnight does not belong to the next day.
  const runsPast = (instant: Date) =>
    sql`greatest(${startsAt} + interval '1 microsecond', ${endsAt}) > ${instant.toISOString()}::timestamptz`;
  return and(
    gt(startsAt, new Date((from ?? now).getTime() - maxLengthMs)),
    from === null ? undefined : eve === undefined ? runsPast(from) : or(runsPast(from), gte(startsAt, eve)),
    until === null ? undefined : lt(startsAt, until),
    isOverShown ? undefined : sql`${occurrenceEnd} > ${now.toISOString()}::timestamptz`,
  );
}

/** The wanted occurrences; `place` is 1 for the one that stands for its event in its week. */
function oncePerWeek(
  db: Database,
  { now, timeZone, category, isFree, onlyNext = false }: OccurrenceSearch,
  span: Span,
) {
  const seriesUntil = new Date(now.getTime() + seriesDays * dayMs);
  const isCancelled = sql`(${occurrenceStatus} = 'cancelled')`;
  const isOver = sql`(${occurrenceEnd} <= ${now.toISOString()}::timestamptz)`;
  return db
    .select({
      id: eventOccurrences.id,
      startsAt: eventOccurrences.startsAt,
      place: sql<number>`row_number() over (
        partition by ${eventOccurrences.eventId}, date_trunc('week', ${eventOccurrences.startsAt} at time zone ${timeZone}::text)
        order by ${isCancelled}, ${isOver}, ${eventOccurrences.startsAt}, ${eventOccurrences.id})`.as('place'),
    })
    .from(eventOccurrences)
    .innerJoin(events, eq(events.id, eventOccurrences.eventId))
    .where(
      and(
        inSpan(span, now),
        span.until === null
          ? or(
              isNull(events.rule),
              onlyNext ? undefined : lt(eventOccurrences.startsAt, seriesUntil),
              isNextOfItsEvent(now),
            )
          : undefined,
        category ? eq(events.category, category) : undefined,
        isFree ? eq(events.isFree, true) : undefined,
      ),
    )
    .as('listed');
}

/** Adds to each time of a series the other times of its week, within what the list shows. */
async function withOtherTimes(
  db: Database,
  listed: EventOccurrence[],
  { now, timeZone, span }: OccurrenceSearch & { span: Span },
): Promise<ListedEvent[]> {
  const series = listed.filter(({ recurring }) => recurring);
  const [first, last] = [series[0], series.at(-1)];
  if (first === undefined || last === undefined) return listed.map((event) => ({ ...event, alsoOn: [] }));
  const rows = await db
    .select({
      id: eventOccurrences.id,
      eventId: eventOccurrences.eventId,
      startsAt: eventOccurrences.startsAt,
      status: occurrenceStatus,
    })
    .from(eventOccurrences)
    .innerJoin(events, eq(events.id, eventOccurrences.eventId))
    .where(
      and(
        inArray(eventOccurrences.eventId, [...new Set(series.map(({ eventId }) => eventId))]),
        gte(eventOccurrences.startsAt, new Date(Date.parse(first.startDate) - 8 * dayMs)),
        lt(eventOccurrences.startsAt, new Date(Date.parse(last.startDate) + 8 * dayMs)),
        inSpan(span, now),
      ),
    )
    .orderBy(asc(eventOccurrences.startsAt));
  const week = (instant: Date | string) => weekOf(dayOf(instant, timeZone));
  const byWeek = Map.groupBy(rows, ({ eventId, startsAt }) => `${eventId} ${week(startsAt)}`);
  return listed.map((event) => ({
    ...event,
    alsoOn: (event.recurring ? (byWeek.get(`${event.eventId} ${week(event.startDate)}`) ?? []) : [])
      .filter(({ id }) => id !== event.id)
      .map(({ startsAt, status }) => ({ startDate: startsAt.toISOString(), status })),
  }));
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

/** The days of a month on which something takes place, with the titles; an event of several days counts on each. */
export async function listDays(
  db: Database,
  { month: wanted, now, timeZone }: { month: string | undefined; now: Date; timeZone: string },
): Promise<{ day: string; titles: string[] }[]> {
  const month = wanted ?? monthOf(now, timeZone);
  const span = spanOf({ month }, now, timeZone);
  const rows = await db
    .select({
      title: sql<string>`coalesce(${eventOccurrences.title}, ${events.title})`,
      startsAt: eventOccurrences.startsAt,
      endsAt: eventOccurrences.endsAt,
    })
    .from(eventOccurrences)
    .innerJoin(events, eq(events.id, eventOccurrences.eventId))
    .where(and(inSpan(span, now), sql`${occurrenceStatus} <> 'cancelled'`, ne(eventOccurrences.status, 'cancelled')))
    .orderBy(asc(eventOccurrences.startsAt), desc(eventOccurrences.id))
    .limit(maxInMonth);
  const titles = new Map<string, Set<string>>();
  for (const { title, startsAt, endsAt } of rows) {
    // The first morning hours belong to the evening before.
    const last = endsAt === null ? startsAt : new Date(Math.max(+startsAt, +endsAt - nightMs));
    for (let day = dayOf(startsAt, timeZone); day <= dayOf(last, timeZone); day = addDays(day, 1)) {
      if (!day.startsWith(month)) continue;
      const ofDay = titles.get(day) ?? new Set();
      titles.set(day, ofDay);
      if (ofDay.size < maxTitles) ofDay.add(title);
    }
  }
  return [...titles].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, names]) => ({ day, titles: [...names] }));
}

const maxInMonth = 2000;
const maxTitles = 8;
/** An end up to this many hours after midnight. */
const nightMs = dayMs / 4;
