/** Single dates of a series that differ from it (changed, canceled, skipped), when the days of the series change. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { eventChanges } from '#server/db/schema/index.ts';
import { floatingMs } from '#shared/clock.ts';
import { addDays, dayOf, instantAtFloating, startOfDay } from '#shared/dates.ts';
import { dayMs } from '#shared/times.ts';
import { expandRule, RuleError, type Series } from './expand-rule.ts';

export type ChangeRow = typeof eventChanges.$inferSelect;
type Kind = 'canceled' | 'changed' | 'skipped';

interface OddDate {
  /** The day that the rule gave before: '2026-07-04'. */
  day: string;
  kind: Kind;
}

export interface OddDates {
  /** The number of days by which the whole series moves, and its odd dates with it; 0 when they stay. */
  movedBy: number;
  /** Dates that move along. */
  moved: OddDate[];
  /** Dates that the new rule does not give. They stay stored, and are back when the days are set back. */
  lost: OddDate[];
  /** Dates that the new rule does not give, while it gives their former day: kept, they would change that one. */
  gone: OddDate[];
  /** The days to skip in the new series. */
  skippedDays: string[];
  /** The changes by the day that the new series gives. */
  changes: Map<string, ChangeRow>;
  /** Ids of the changes of the dates in `gone`. */
  goneIds: string[];
}

/** Enough to tell two rules apart: more than a year of weeks. */
const comparedDays = 60;
/** A daily series over the years for which staff may have skipped days. */
const maxDays = 5000;
const longMs = 100 * 366 * dayMs;

export const readChanges = (db: Database, eventId: string): Promise<ChangeRow[]> =>
  db.select().from(eventChanges).where(eq(eventChanges.eventId, eventId));

/**
 * @param next as planned from the form, whose skipped days are still those of the former series
 * @param from the first day that may become another one: dates before it stay as they were
 */
export function planOddDates(
  before: Series,
  next: Series & { skippedDays: readonly string[] },
  stored: readonly ChangeRow[],
  { timeZone, from }: { timeZone: string; from: string },
): OddDates {
  const known = before.skippedDays ?? [];
  const days = [...stored.map(({ day }) => day), ...known].filter((day) => day >= from).toSorted();
  const wasGiven = givenDays(before, days, timeZone);
  const movedBy = wasGiven.size === 0 ? 0 : daysMoved(before, next, timeZone);
  const targets = [...days, ...days.map((day) => addDays(day, movedBy))].toSorted();
  // A day before `from` is one of the former rule, and has its own date.
  const willBe = new Set([...givenDays(next, targets, timeZone)].filter((day) => day >= from));
  const odd: OddDates = { movedBy, moved: [], lost: [], gone: [], skippedDays: [], changes: new Map(), goneIds: [] };
  const goesTo = (day: string, kind: Kind): string | null => {
    if (!wasGiven.has(day)) return null;
    const target = addDays(day, movedBy);
    if (!willBe.has(target)) (willBe.has(day) ? odd.gone : odd.lost).push({ day, kind });
    else if (movedBy !== 0) odd.moved.push({ day, kind });
    return willBe.has(target) ? target : null;
  };
  for (const change of stored) if (change.day < from) odd.changes.set(change.day, change);
  // An earlier edit left it on a day that is one again.
  for (const change of stored)
    if (!wasGiven.has(change.day) && willBe.has(change.day)) odd.changes.set(change.day, change);
  for (const change of stored) {
    if (!wasGiven.has(change.day)) continue;
    const target = goesTo(change.day, change.isCancelled ? 'canceled' : 'changed');
    if (target !== null) odd.changes.set(target, moveChange(change, target, movedBy, timeZone));
    else if (willBe.has(change.day)) odd.goneIds.push(change.id);
  }
  // A day that staff have just added is one of the new series.
  const skipped = next.skippedDays.flatMap((day) => {
    if (!known.includes(day)) return day;
    return goesTo(day, 'skipped') ?? (wasGiven.has(day) && willBe.has(day) ? [] : day);
  });
  odd.skippedDays = [...new Set(skipped)].toSorted();
  for (const list of [odd.moved, odd.lost, odd.gone]) list.sort((a, b) => (a.day < b.day ? -1 : 1));
  return odd;
}

/** Stores the changes that move along under their new days, and drops those that are gone; call it before the event is written. */
export async function moveChanges(
  tx: Database,
  eventId: string,
  { movedBy, changes, goneIds }: OddDates,
): Promise<void> {
  if (goneIds.length > 0) await tx.delete(eventChanges).where(inArray(eventChanges.id, goneIds));
  if (movedBy === 0 || changes.size === 0) return;
  const rows = [...changes.values()];
  const ids = rows.map(({ id }) => id);
  // Each day has one row at most: the former rows go first, and what an earlier edit left behind on the new days.
  await tx.delete(eventChanges).where(inArray(eventChanges.id, ids));
  await tx
    .delete(eventChanges)
    .where(and(eq(eventChanges.eventId, eventId), inArray(eventChanges.day, [...changes.keys()])));
  await tx.insert(eventChanges).values(rows);
}

function moveChange(change: ChangeRow, day: string, movedBy: number, timeZone: string): ChangeRow {
  if (movedBy === 0) return change;
  const move = (at: Date | null) => at && instantAtFloating(floatingMs(at, timeZone) + movedBy * dayMs, timeZone);
  return { ...change, day, startsAt: move(change.startsAt), endsAt: move(change.endsAt) };
}

/**
 * Tells by how many days the whole series moves. 0 when both give the same days from the later start on, which
 * only begins earlier or later, and when the days differ in another way.
 */
function daysMoved(before: Series, next: Series, timeZone: string): number {
  const [first, newFirst] = [firstDay(before, timeZone), firstDay(next, timeZone)];
  const by = Math.round((Date.parse(newFirst) - Date.parse(first)) / dayMs);
  if (by === 0 || next.rule === null) return 0;
  const later = first < newFirst ? newFirst : first;
  const daysFrom = ({ startsAt, endsAt, rule }: Series, day: string) => {
    const from = startOfDay(day, timeZone);
    return expand({ startsAt, endsAt, rule }, from, new Date(from.getTime() + longMs), timeZone, comparedDays);
  };
  if (isSameStart(daysFrom(before, later), daysFrom(next, later))) return 0;
  const moved = daysFrom(before, first).map((day) => addDays(day, by));
  return isSameStart(moved, daysFrom(next, newFirst)) ? by : 0;
}

/** A series that has begun keeps its first day, which its rule may not give any more. */
function firstDay({ startsAt, endsAt, rule }: Series, timeZone: string): string {
  const long = new Date(startsAt.getTime() + longMs);
  return expand({ startsAt, endsAt, rule }, startsAt, long, timeZone, 1)[0] ?? dayOf(startsAt, timeZone);
}

/** One list may end earlier. */
function isSameStart(one: readonly string[], other: readonly string[]): boolean {
  const length = Math.min(one.length, other.length);
  return length > 0 && one.slice(0, length).join() === other.slice(0, length).join();
}

/** The days that a series gives between the first and the last of `days`, which are sorted. */
function givenDays(series: Series, days: readonly string[], timeZone: string): Set<string> {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return new Set();
  const until = startOfDay(addDays(last, 1), timeZone);
  return new Set(expand(series, startOfDay(first, timeZone), until, timeZone, maxDays));
}

/** The days that the rule gives, skipped ones too. */
function expand(series: Series, from: Date, until: Date, timeZone: string, max: number): string[] {
  try {
    const times = expandRule({ ...series, skippedDays: [] }, timeZone, from, until, max);
    return times.flatMap(({ day }) => (day === null ? [] : [day]));
  } catch (error) {
    // A stored rule that cannot be read gives no days.
    if (error instanceof RuleError) return [];
    throw error;
  }
}
