/** Imports a calendar file: previews what it would change, then writes the chosen rows. */
import { eq, inArray, sql } from 'drizzle-orm';
import { locks } from '#server/db/advisory-locks.ts';
import type { Database } from '#server/db/client.ts';
import { eventChanges, events } from '#server/db/schema/index.ts';
import { Problem } from '#shared/problem.ts';
import { type ImportRow, maxCalendarBytes } from '../calendar-import-contract.ts';
import type { EventForm } from '../staff-contract.ts';
import { describeRule } from './describe-rule.ts';
import { firstOpenDay, formerTimesFor } from './former-times.ts';
import { materialiseOccurrences } from './materialise-occurrences.ts';
import { readChanges } from './odd-dates.ts';
import { type FileChange, type FileEvent, readCalendarFile } from './read-calendar-file.ts';
import type { EventRow } from './read-staff-event.ts';
import { changeEvent, type EventRequest, insertEvent } from './save-event.ts';

/** The fields that an import sets. All other fields keep our values. */
const compared = [
  'title',
  'description',
  'location',
  'startsAt',
  'endsAt',
  'allDay',
  'rule',
  'skippedDays',
  'url',
  'status',
] as const;
const fieldNames: Record<(typeof compared)[number], string> = {
  title: 'title',
  description: 'description',
  location: 'place',
  startsAt: 'start',
  endsAt: 'end',
  allDay: 'all day',
  rule: 'repeats',
  skippedDays: 'skipped dates',
  url: 'link',
  status: 'state',
};

interface CalendarImport {
  file: AsyncIterable<Uint8Array>;
  /** The file's name, as people know it. */
  name: string;
  category: EventForm['category'];
  /** Numbers of rows to import; empty means that nothing is written. */
  take: readonly number[];
}

interface ImportResult {
  rows: ImportRow[];
  added: number;
  updated: number;
}

/** Writes all chosen rows or none. @throws Problem 'too_large', 'wrong_type', 'invalid' */
export async function importCalendar(
  { file, name, category, take }: CalendarImport,
  request: EventRequest,
): Promise<ImportResult> {
  const { timeZone } = request.city.facts;
  const found = readCalendarFile(await readText(file), timeZone, category);
  if (take.length === 0) return { rows: await judge(request.db, found, request.now()), added: 0, updated: 0 };
  return request.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${locks.calendarImport})`);
    const rows = await judge(tx, found, request.now());
    let [added, updated] = [0, 0];
    for (const number of new Set(take)) {
      const [row, event] = [rows[number - 1], found[number - 1]];
      if (row === undefined || !event?.values || row.state === 'refused') continue;
      if (row.eventId !== null && row.state !== 'alike') {
        await update(tx, row.eventId, event, name, request);
        updated++;
      } else {
        await add(tx, event, name, request);
        added++;
      }
    }
    return { rows: await judge(tx, found, request.now()), added, updated };
  });
}

async function readText(file: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of file) {
    size += chunk.byteLength;
    if (size > maxCalendarBytes)
      throw new Problem('too_large', 'This file is larger than 1 MB. Please export fewer events at once.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8').replaceAll('\0', '');
}

/** Compares each event of the file with the stored ones. */
async function judge(db: Database, found: readonly FileEvent[], now: Date): Promise<ImportRow[]> {
  const uids = found.flatMap(({ uid }) => (uid === null ? [] : [uid]));
  const starts = found.flatMap(({ startsAt }) => (startsAt === null ? [] : [startsAt]));
  const [byUid, byStart] = [
    uids.length === 0 ? [] : await db.select().from(events).where(inArray(events.sourceUid, uids)),
    starts.length === 0 ? [] : await db.select().from(events).where(inArray(events.startsAt, starts)),
  ];
  return found.map((event, place) => {
    const { uid, title, startsAt, values } = event;
    const notes = [...event.notes];
    const row = {
      number: place + 1,
      title,
      startDate: startsAt?.toISOString() ?? null,
      allDay: values?.allDay ?? false,
      location: values?.location ?? '',
      repeats: values ? (describeRule(values.rule ?? null) ?? (values.rule ? 'Repeats' : null)) : null,
      eventId: null,
      notes,
    };
    if (values === null) return { ...row, state: 'refused' };
    if (values.status === 'cancelled') notes.push('It is canceled.');
    if (event.changes.length > 0) notes.push(`${event.changes.length} of its times differ from the others.`);
    if (!values.rule && (values.endsAt ?? values.startsAt) < now) notes.push('It is over.');
    const known = uid === null ? undefined : byUid.find(({ sourceUid }) => sourceUid === uid);
    if (known) {
      const differs = compared.filter((name) => !isSame(known[name], values[name]));
      if (differs.length > 0) notes.push(`Differs here: ${differs.map((name) => fieldNames[name]).join(', ')}.`);
      return { ...row, eventId: known.id, state: differs.length > 0 ? 'changed' : 'same' };
    }
    const twin = byStart.find((one) => isSame(one.startsAt, startsAt) && plainTitle(one.title) === plainTitle(title));
    if (twin) return { ...row, eventId: twin.id, state: 'alike' };
    return { ...row, state: 'new' };
  });
}

const plainTitle = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const isSame = (before: unknown, after: unknown) => JSON.stringify(before ?? null) === JSON.stringify(after ?? null);

async function add(tx: Database, event: FileEvent, name: string, request: EventRequest): Promise<void> {
  if (event.values === null) return;
  const origin = { source: name || 'Calendar file', ...(event.uid === null ? {} : { sourceUid: event.uid }) };
  const id = await insertEvent(tx, event.values, request, { ...origin, data: { from: origin.source } });
  await writeChanges(tx, id, event.changes, event.values, request);
}

async function update(tx: Database, id: string, event: FileEvent, name: string, request: EventRequest): Promise<void> {
  const [row] = await tx.select().from(events).where(eq(events.id, id)).for('update');
  if (row === undefined || event.values === null) return;
  const changes = Object.fromEntries(
    compared.map((field) => [field, event.values?.[field] ?? null]),
  ) as Partial<EventRow>;
  const { timeZone } = request.city.facts;
  const open = firstOpenDay(row, await readChanges(tx, id), { timeZone, now: request.now() });
  changes.formerTimes = formerTimesFor(row, { ...row, ...changes }, open, timeZone);
  await changeEvent(tx, row, changes, request, { action: 'event.imported', data: { from: name } });
  await writeChanges(tx, id, event.changes, event.values, request);
}

async function writeChanges(
  tx: Database,
  eventId: string,
  changes: readonly FileChange[],
  series: { title: string; location?: string | undefined },
  { now, city }: EventRequest,
): Promise<void> {
  if (changes.length === 0) return;
  const days = changes.map(({ day }) => day);
  await tx.delete(eventChanges).where(sql`${eventChanges.eventId} = ${eventId} and ${inArray(eventChanges.day, days)}`);
  await tx
    .insert(eventChanges)
    .values(
      changes.map(({ title, location, ...change }) => ({
        ...change,
        eventId,
        title: title === '' || title === series.title ? null : title,
        location: location === '' || location === series.location ? null : location,
      })),
    )
    .onConflictDoNothing();
  await materialiseOccurrences(tx, { timeZone: city.facts.timeZone, now: now(), eventId });
}
