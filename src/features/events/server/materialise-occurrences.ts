import { and, asc, eq, gt, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#server/db/client.ts';
import { eventChanges, eventOccurrences, events } from '#server/db/schema/index.ts';
import { log } from '#server/log.ts';
import { addDays, addMonths, dayOf, startOfDay } from '#shared/dates.ts';
import { expandRule, RuleError, type Times } from './expand-rule.ts';

const daysBack = 60;
const monthsAhead = 13;
const eventsAtOnce = 200;

interface MaterialiseInput {
  timeZone: string;
  now: Date;
  /** Only this event, for example after an edit. */
  eventId?: string;
}

type EventRow = Pick<typeof events.$inferSelect, 'id' | 'startsAt' | 'endsAt' | 'rule' | 'skippedDays' | 'formerTimes'>;
type ChangeRow = typeof eventChanges.$inferSelect;
type OccurrenceRow = typeof eventOccurrences.$inferSelect;
/** The calculated part of an occurrence; the row adds its id. */
type Planned = Omit<OccurrenceRow, 'id' | 'eventId'>;

/**
 * Stores when each event takes place, from 60 days ago to 13 months ahead: adds missing times, follows edits,
 * and removes times that the rule no longer gives or that are older. A day that stays keeps its id, even when
 * its time moves. Returns the number of changed rows.
 */
export async function materialiseOccurrences(
  db: Database,
  { timeZone, now, eventId }: MaterialiseInput,
): Promise<number> {
  const today = dayOf(now, timeZone);
  const from = startOfDay(addDays(today, -daysBack), timeZone);
  const until = startOfDay(`${addMonths(today.slice(0, 7), monthsAhead)}-01`, timeZone);
  let changed = 0;
  let lastId: string | null = null;
  for (;;) {
    const batch: EventRow[] = await db
      .select({
        id: events.id,
        startsAt: events.startsAt,
        endsAt: events.endsAt,
        rule: events.rule,
        skippedDays: events.skippedDays,
        formerTimes: events.formerTimes,
      })
      .from(events)
      .where(and(eventId ? eq(events.id, eventId) : undefined, lastId ? gt(events.id, lastId) : undefined))
      .orderBy(asc(events.id))
      .limit(eventsAtOnce)
      // Without the lock, the job and an edit at the same time would both add the missing times.
      .for('update');
    const ids = batch.map(({ id }) => id);
    const [changes, occurrences] =
      ids.length === 0
        ? [[], []]
        : [
            await db.select().from(eventChanges).where(inArray(eventChanges.eventId, ids)),
            await db.select().from(eventOccurrences).where(inArray(eventOccurrences.eventId, ids)),
          ];
    const changesOf = Map.groupBy(changes, (change) => change.eventId);
    const occurrencesOf = Map.groupBy(occurrences, (occurrence) => occurrence.eventId);
    for (const event of batch) {
      const planned = readTimes(event, timeZone, from, until).map((time) =>
        plan(time, event, changesOf.get(event.id), timeZone),
      );
      changed += await write(db, event, planned, occurrencesOf.get(event.id) ?? [], from);
    }
    lastId = batch.at(-1)?.id ?? null;
    if (batch.length < eventsAtOnce) break;
  }
  return eventId ? changed : changed + (await prunePastOfSeries(db, from));
}

/** A time of the series, with its own changes if it has any. */
function plan(
  { day, startsAt, endsAt }: Times,
  { formerTimes }: EventRow,
  changes: readonly ChangeRow[] | undefined,
  timeZone: string,
): Planned {
  const change = day === null ? undefined : changes?.find((one) => one.day === day);
  const moved = change?.startsAt ?? null;
  const at = moved ?? startsAt;
  // A moved date has passed, or is still to come, where it takes place, not on the day that the rule gives.
  const former = formerTimes.find(({ until }) => at < startOfDay(until, timeZone));
  return {
    day,
    startsAt: at,
    endsAt: moved === null ? endsAt : (change?.endsAt ?? null),
    status: change?.isCancelled ? 'cancelled' : (former?.status ?? 'scheduled'),
    title: change?.title ?? null,
    location: change?.location ?? null,
    note: change?.note || null,
    allDay: former?.allDay ?? null,
    previousStartsAt: moved !== null && moved.getTime() !== startsAt.getTime() ? startsAt : null,
  };
}

async function write(
  db: Database,
  { id: eventId, rule }: EventRow,
  planned: readonly Planned[],
  existing: readonly OccurrenceRow[],
  from: Date,
): Promise<number> {
  const unused = new Set(existing);
  const take = (fits: (row: OccurrenceRow) => boolean) => {
    for (const row of unused) {
      if (!fits(row)) continue;
      unused.delete(row);
      return row;
    }
    return undefined;
  };
  const written: OccurrenceRow[] = [];
  for (const one of planned) {
    const startMs = one.startsAt.getTime();
    const before =
      take((row) => one.day !== null && row.day === one.day) ??
      // Rows from before days were stored, and single events that become a series.
      take((row) => row.day === null && row.startsAt.getTime() === startMs) ??
      (rule === null ? take(() => true) : undefined);
    if (before === undefined) written.push({ id: uuidv7(), eventId, ...one });
    else if (!isSame(before, one)) written.push({ ...before, ...one });
  }
  const removed = [...unused].filter((row) => rule === null || row.startsAt >= from).map(({ id }) => id);
  if (removed.length > 0) await db.delete(eventOccurrences).where(inArray(eventOccurrences.id, removed));
  if (written.length > 0) {
    await db
      .insert(eventOccurrences)
      .values(written)
      .onConflictDoUpdate({
        target: eventOccurrences.id,
        set: {
          day: sql`excluded.day`,
          startsAt: sql`excluded.starts_at`,
          endsAt: sql`excluded.ends_at`,
          status: sql`excluded.status`,
          title: sql`excluded.title`,
          location: sql`excluded.location`,
          note: sql`excluded.note`,
          allDay: sql`excluded.all_day`,
          previousStartsAt: sql`excluded.previous_starts_at`,
        },
      });
  }
  return removed.length + written.length;
}

function isSame(row: OccurrenceRow, planned: Planned): boolean {
  return (Object.keys(planned) as (keyof Planned)[]).every((name) => {
    const [before, after] = [row[name], planned[name]];
    return before instanceof Date && after instanceof Date ? before.getTime() === after.getTime() : before === after;
  });
}

/**
 * Reads a rule. An unreadable one, from an import or an older version, is logged and must not stop the
 * others.
 */
function readTimes(event: EventRow, timeZone: string, from: Date, until: Date): Times[] {
  try {
    return expandRule(event, timeZone, from, until);
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    log.warn(
      { eventId: event.id, reason: error.message },
      'Skipped an event whose repeat rule cannot be read: it has no dates until staff edit it',
    );
    return [];
  }
}

async function prunePastOfSeries(db: Database, from: Date): Promise<number> {
  const series = db.select({ id: events.id }).from(events).where(isNotNull(events.rule));
  const removed = await db
    .delete(eventOccurrences)
    .where(and(lt(eventOccurrences.startsAt, from), sql`${eventOccurrences.eventId} in ${series}`));
  return removed.rowCount ?? 0;
}
