import { and, asc, eq, gt, gte, isNotNull, lt, notInArray, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#server/db/client.ts';
import { eventOccurrences, events } from '#server/db/schema/index.ts';
import { log } from '#server/log.ts';
import { addDays, addMonths, dayOf, startOfDay } from '#shared/dates.ts';
import { expandRule, RuleError, type Times } from './expand-rule.ts';

const daysBack = 60;
const monthsAhead = 13;
const eventsAtOnce = 200;

export interface MaterialiseInput {
  timeZone: string;
  now: Date;
  /** Only this event, for example after an edit. */
  eventId?: string;
}

type EventRow = Pick<typeof events.$inferSelect, 'id' | 'startsAt' | 'endsAt' | 'rule'>;

/**
 * Writes down when each event takes place, from 60 days back to 13 months ahead: adds what is missing, follows a changed
 * end, removes what the rule no longer gives and the past of series beyond that. An occurrence that stays keeps its id
 * and its own status. Answers how many rows it changed.
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
      .select({ id: events.id, startsAt: events.startsAt, endsAt: events.endsAt, rule: events.rule })
      .from(events)
      .where(and(eventId ? eq(events.id, eventId) : undefined, lastId ? gt(events.id, lastId) : undefined))
      .orderBy(asc(events.id))
      .limit(eventsAtOnce);
    for (const event of batch) changed += await materialiseEvent(db, event, timeZone, from, until);
    lastId = batch.at(-1)?.id ?? null;
    if (batch.length < eventsAtOnce) break;
  }
  return eventId ? changed : changed + (await prunePastOfSeries(db, from));
}

async function materialiseEvent(
  db: Database,
  event: EventRow,
  timeZone: string,
  from: Date,
  until: Date,
): Promise<number> {
  const times = readTimes(event, timeZone, from, until);
  const starts = times.map((time) => time.startsAt);
  const removed = await db
    .delete(eventOccurrences)
    .where(
      and(
        eq(eventOccurrences.eventId, event.id),
        starts.length > 0 ? notInArray(eventOccurrences.startsAt, starts) : undefined,
        event.rule === null ? undefined : gte(eventOccurrences.startsAt, from),
      ),
    );
  if (times.length === 0) return removed.rowCount ?? 0;
  const written = await db
    .insert(eventOccurrences)
    .values(times.map((time) => ({ id: uuidv7(), eventId: event.id, ...time })))
    .onConflictDoUpdate({
      target: [eventOccurrences.eventId, eventOccurrences.startsAt],
      set: { endsAt: sql`excluded.ends_at` },
      setWhere: sql`${eventOccurrences.endsAt} is distinct from excluded.ends_at`,
    });
  return (removed.rowCount ?? 0) + (written.rowCount ?? 0);
}

/** A rule that nobody can read, from an import or an older version, must not keep the others from being written down. */
function readTimes(event: EventRow, timeZone: string, from: Date, until: Date): Times[] {
  try {
    return expandRule(event, timeZone, from, until);
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    log.warn({ eventId: event.id, reason: error.message }, 'an event with an unreadable rule does not take place');
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
