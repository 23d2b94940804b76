/** Cancels, postpones, reschedules and reinstates events, and changes single times of a series. */
import { and, eq } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { eventChanges, events } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import { Problem } from '#shared/problem.ts';
import { dayMs } from '#shared/times.ts';
import { type ClockFields, type ClockTimes, readClock } from '../event-clock.ts';
import { movedFrom } from './event-words.ts';
import { expandRule } from './expand-rule.ts';
import { firstOpenDay, formerTimesFor } from './former-times.ts';
import { materialiseOccurrences } from './materialise-occurrences.ts';
import { readChanges } from './odd-dates.ts';
import type { EventRow } from './read-staff-event.ts';
import { changeEvent, type EventRequest, lockEvent } from './save-event.ts';
import { timeChangedBefore, timeMark } from './time-mark.ts';

interface NewStatus {
  id: string;
  version: number;
  status: EventRow['status'];
  note: string;
}

/** @throws Problem 'not_found', 'conflict' */
export async function setEventStatus({ id, version, status, note }: NewStatus, request: EventRequest): Promise<void> {
  await request.db.transaction(async (tx) => {
    const row = await lockEvent(tx, id, { version, request });
    const action = { cancelled: 'event.cancelled', postponed: 'event.postponed', scheduled: 'event.resumed' }[status];
    const clockwork = { timeZone: request.city.facts.timeZone, now: request.now() };
    const from = firstOpenDay(row, await readChanges(tx, id), clockwork);
    // Dates that have passed were not canceled.
    const formerTimes = formerTimesFor(row, { ...row, status }, from, clockwork.timeZone);
    await changeEvent(tx, row, { status, statusNote: note, formerTimes }, request, { action });
  });
}

/** @throws Problem 'not_found', 'invalid', 'conflict' (a series has no single date) */
export async function rescheduleEvent(
  { id, version, clock, note }: { id: string; version: number; clock: ClockFields; note: string },
  request: EventRequest,
): Promise<void> {
  const times = clockTimes(clock, request.city.facts.timeZone);
  await request.db.transaction(async (tx) => {
    const row = await lockEvent(tx, id, { version, request });
    if (row.rule !== null) {
      throw new Problem('conflict', 'This is a series. Change one of its times below, or edit the whole series.');
    }
    const changes = {
      ...times,
      allDay: clock.allDay,
      previousStartsAt: movedFrom(row, times.startsAt),
      status: 'scheduled' as const,
      statusNote: note,
    };
    await changeEvent(tx, row, changes, request, { action: 'event.rescheduled' });
  });
}

function clockTimes(clock: ClockFields, timeZone: string): ClockTimes {
  const { times, errors } = readClock(clock, timeZone);
  if (errors) throw new Problem('invalid', Object.values(errors)[0] ?? '', { fields: errors });
  return times;
}

interface TimeChange {
  id: string;
  /** A day that the rule gives: '2026-07-04'. */
  day: string;
  as: 'changed' | 'cancelled' | 'skipped';
  clock: ClockFields | undefined;
  title: string;
  location: string;
  note: string;
  /** The mark of the date that was seen; undefined: whatever it is. */
  seen?: string | undefined;
}

type SeenTime = Pick<TimeChange, 'id' | 'day' | 'seen'>;

/** @throws Problem 'conflict' when somebody has changed this date since */
async function requireSeen(tx: Database, row: EventRow, { day, seen }: SeenTime, request: EventRequest) {
  if (seen === undefined) return;
  const [change] = await tx
    .select()
    .from(eventChanges)
    .where(and(eq(eventChanges.eventId, row.id), eq(eventChanges.day, day)));
  if (seen === timeMark(change, row.skippedDays.includes(day))) return;
  throw await timeChangedBefore(tx, { id: row.id, day }, request);
}

/** @throws Problem 'not_found' (no such event, or its rule does not give that day), 'invalid', 'conflict' */
export async function changeEventTime(change: TimeChange, request: EventRequest): Promise<void> {
  const { id, day, as, clock } = change;
  const { timeZone } = request.city.facts;
  await request.db.transaction(async (tx) => {
    const row = await lockEvent(tx, id);
    await requireSeen(tx, row, change, request);
    const usual = timeOn(row, day, timeZone);
    const skippedDays = row.skippedDays.filter((one) => one !== day);
    const isOfThis = and(eq(eventChanges.eventId, id), eq(eventChanges.day, day));
    await tx.delete(eventChanges).where(isOfThis);
    if (as === 'skipped') skippedDays.push(day);
    else {
      const own = as === 'changed' && clock ? clockTimes({ ...clock, allDay: row.allDay }, timeZone) : null;
      const isMoved =
        own !== null &&
        (own.startsAt.getTime() !== usual.startsAt.getTime() || own.endsAt?.getTime() !== usual.endsAt?.getTime());
      const values = {
        startsAt: isMoved ? own.startsAt : null,
        endsAt: isMoved ? own.endsAt : null,
        title: as === 'changed' && change.title !== row.title ? change.title || null : null,
        location: as === 'changed' && change.location !== row.location ? change.location || null : null,
        isCancelled: as === 'cancelled',
        note: change.note,
      };
      if (Object.values(values).some(Boolean)) await tx.insert(eventChanges).values({ eventId: id, day, ...values });
    }
    await noteTimeChange(tx, row, skippedDays.toSorted(), request, { day, as, note: change.note });
  });
}

/** @throws Problem 'not_found', 'conflict' */
export async function restoreEventTime(time: SeenTime, request: EventRequest): Promise<void> {
  const { id, day } = time;
  await request.db.transaction(async (tx) => {
    const row = await lockEvent(tx, id);
    await requireSeen(tx, row, time, request);
    await tx.delete(eventChanges).where(and(eq(eventChanges.eventId, id), eq(eventChanges.day, day)));
    const skippedDays = row.skippedDays.filter((one) => one !== day);
    await noteTimeChange(tx, row, skippedDays, request, { day, as: 'restored' });
  });
}

async function noteTimeChange(
  tx: Parameters<typeof lockEvent>[0],
  row: EventRow,
  skippedDays: string[],
  request: EventRequest,
  data: Record<string, unknown>,
): Promise<void> {
  const action = 'event.time-changed';
  if (skippedDays.join() !== row.skippedDays.join()) {
    await changeEvent(tx, row, { skippedDays }, request, { action, data });
    return;
  }
  const { now, user, city } = request;
  // Calendar programs compare the event's version to see that this one is newer.
  await tx
    .update(events)
    .set({ version: row.version + 1, updatedAt: now() })
    .where(eq(events.id, row.id));
  await writeAudit(tx, {
    actorId: requireUser(user).id,
    action,
    subjectType: 'event',
    subjectId: row.id,
    data: { title: row.title, ...data },
  });
  await materialiseOccurrences(tx, { timeZone: city.facts.timeZone, now: now(), eventId: row.id });
  await announceChange(tx, ['events']);
}

/** The times of a series on a day of its rule. @throws Problem 'not_found' */
function timeOn(row: EventRow, day: string, timeZone: string): ClockTimes {
  const from = new Date(Date.parse(`${day}T00:00:00Z`) - dayMs);
  const until = new Date(from.getTime() + 3 * dayMs);
  const found =
    row.rule === null
      ? undefined
      : expandRule({ ...row, skippedDays: [] }, timeZone, from, until).find((time) => time.day === day);
  if (found === undefined) throw new Problem('not_found', 'This event does not take place on that day.');
  return found;
}
