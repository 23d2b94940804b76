import { and, eq, inArray } from 'drizzle-orm';
import { cleanHtml } from '#server/clean-html.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, eventChanges, events } from '#server/db/schema/index.ts';
import { addDays, dayOf, startOfDay } from '#shared/dates.ts';
import { Problem } from '#shared/problem.ts';
import { dayMs } from '#shared/times.ts';
import { endOfEvent, writeClock } from '../event-clock.ts';
import type { EventFields, EventTime, StaffEvent } from '../staff-contract.ts';
import { describeRule } from './describe-rule.ts';
import { expandRule, RuleError } from './expand-rule.ts';
import { timeMark } from './time-mark.ts';

export type EventRow = typeof events.$inferSelect;

/** The number of times shown for a series: half a year of weeks. */
const shownTimes = 26;
/** A new event can be deleted for this long: hardly anybody has it in a calendar yet. */
const newForMs = dayMs;

export const eventNotFound = () => new Problem('not_found', 'This event is not there any more.');

/** @throws Problem 'not_found' */
export async function readStaffEvent(db: Database, id: string, now: Date, timeZone: string): Promise<StaffEvent> {
  const [row] = await db.select().from(events).where(eq(events.id, id));
  if (row === undefined) throw eventNotFound();
  return {
    ...fieldsOf(row, timeZone),
    businessName: await nameOf(db, row.businessId),
    id,
    slug: row.slug,
    version: row.version,
    status: row.status,
    statusNote: row.statusNote,
    previousStartDate: row.previousStartsAt?.toISOString() ?? null,
    repeats: describeRule(row.rule),
    source: row.source,
    whyNotDelete: whyNotDelete(row, now, timeZone),
    times: await readTimes(db, row, now, timeZone),
  };
}

async function nameOf(db: Database, businessId: string | null): Promise<string> {
  if (businessId === null) return '';
  const [row] = await db.select({ name: businesses.name }).from(businesses).where(eq(businesses.id, businessId));
  return row?.name ?? '';
}

function fieldsOf(row: EventRow, timeZone: string): Omit<EventFields, 'businessName'> {
  const { title, location, category, rule, skippedDays, imageUrl, isFree, latitude, longitude, businessId } = row;
  return {
    ...{ title, location, category, rule, skippedDays, imageUrl, isFree, latitude, longitude, businessId },
    ...writeClock(row, timeZone),
    description: cleanHtml(row.description),
    imageAlt: row.imageAlt ?? '',
    url: row.url ?? '',
    organizer: row.organizer ?? '',
    contact: row.contact ?? '',
    price: row.price ?? '',
  };
}

/**
 * Says why an event cannot be deleted. People who have it in their calendars should see that it is canceled,
 * not search for it.
 */
export function whyNotDelete(row: EventRow, now: Date, timeZone: string): string | null {
  if (row.status === 'cancelled' || now.getTime() - row.createdAt.getTime() < newForMs) return null;
  return isOver(row, now, timeZone)
    ? null
    : 'People may count on it. Cancel it first, so that they see that it is off.';
}

function isOver(row: EventRow, now: Date, timeZone: string): boolean {
  try {
    const soon = new Date(now.getTime() + 13 * 31 * dayMs);
    return expandRule(row, timeZone, new Date(now.getTime() - dayMs), soon, 3).every(
      (times) => endOfEvent({ ...times, allDay: row.allDay }, timeZone) < now,
    );
  } catch (error) {
    if (error instanceof RuleError) return true;
    throw error;
  }
}

async function readTimes(db: Database, row: EventRow, now: Date, timeZone: string): Promise<EventTime[]> {
  if (row.rule === null) return [];
  const today = dayOf(now, timeZone);
  const from = startOfDay(today, timeZone);
  const until = startOfDay(addDays(today, 13 * 31), timeZone);
  try {
    // Skipped days are included, so that staff can restore them.
    const times = expandRule({ ...row, skippedDays: [] }, timeZone, from, until, shownTimes);
    const days = times.flatMap(({ day }) => (day === null ? [] : [day]));
    const changes =
      days.length === 0
        ? []
        : await db
            .select()
            .from(eventChanges)
            .where(and(eq(eventChanges.eventId, row.id), inArray(eventChanges.day, days)));
    return times.flatMap(({ day, startsAt, endsAt }): EventTime[] => {
      if (day === null) return [];
      const change = changes.find((one) => one.day === day);
      const end = change?.startsAt ? change.endsAt : endsAt;
      const isSkipped = row.skippedDays.includes(day);
      return [
        {
          day,
          startDate: (change?.startsAt ?? startsAt).toISOString(),
          endDate: end?.toISOString() ?? null,
          title: change?.title ?? row.title,
          location: change?.location ?? row.location,
          note: change?.note ?? '',
          isCancelled: change?.isCancelled ?? false,
          isSkipped,
          isChanged: change !== undefined && !change.isCancelled,
          mark: timeMark(change, isSkipped),
        },
      ];
    });
  } catch (error) {
    if (error instanceof RuleError) return [];
    throw error;
  }
}
