/** Staff edit an event: what has passed of a series stays, and the edit can be undone for a while. */
import { eq } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { noteAct } from '#features/audit/server/note-act.ts';
import type { Database } from '#server/db/client.ts';
import { eventChanges } from '#server/db/schema/index.ts';
import { dayOf } from '#shared/dates.ts';
import type { FormerTimes } from '#shared/former-times.ts';
import { isSame } from '#shared/is-same.ts';
import { Problem } from '#shared/problem.ts';
import type { ClockFields } from '../event-clock.ts';
import type { EventForm } from '../staff-contract.ts';
import { type Clockwork, firstOpenDay, formerTimesFor, passedDays } from './former-times.ts';
import { type ChangeRow, moveChanges, type OddDates, planOddDates, readChanges } from './odd-dates.ts';
import { everySkipped, isNeverOn, type PlannedSeries, planTimes, valuesOf } from './plan-event.ts';
import type { EventRow } from './read-staff-event.ts';
import { changeEvent, type EventRequest, lockEvent } from './save-event.ts';

interface PlannedEdit {
  series: PlannedSeries;
  formerTimes: FormerTimes[];
  /** The first day on which the new times hold. */
  from: string;
  /** The fate of the single dates of a series; null for an event that was none. */
  odd: OddDates | null;
  errors: null;
}

type TimesForm = ClockFields & { rule: string | null; skippedDays: readonly string[] };

const noWayBack = 'This series has begun, and the dates that have been stay. Let it end on a day instead';

/** Reads the times that a form gives a stored event. */
export function planEdit(
  row: EventRow,
  form: TimesForm,
  stored: readonly ChangeRow[],
  clockwork: Clockwork,
): PlannedEdit | { series: null; errors: Record<string, string> } {
  const { timeZone } = clockwork;
  const from = firstOpenDay(row, stored, clockwork);
  const passed = passedDays(row, from, timeZone);
  const { series, errors } = planTimes(form, timeZone, passed.length === 0 ? null : dayOf(row.startsAt, timeZone));
  if (errors) return { series, errors };
  const wrong = (fields: Record<string, string>) => ({ series: null, errors: fields });
  if (row.rule === null) return { series, formerTimes: [], from, odd: null, errors: null };
  if (series.rule === null && passed.some((day) => day !== form.startsOn)) return wrong({ rule: noWayBack });
  const formerTimes = formerTimesFor(row, { ...row, ...series, allDay: form.allDay }, from, timeZone);
  const next = { ...series, formerTimes };
  const odd = planOddDates(row, next, stored, { timeZone, from });
  if (isNeverOn({ ...next, skippedDays: odd.skippedDays }, timeZone)) return wrong({ skippedDays: everySkipped });
  return { series: { ...series, skippedDays: odd.skippedDays }, formerTimes, from, odd, errors: null };
}

/** @throws Problem 'not_found', 'invalid', 'conflict' */
export async function updateEvent(id: string, form: EventForm, version: number, request: EventRequest): Promise<void> {
  const { timeZone } = request.city.facts;
  const now = request.now();
  await request.db.transaction(async (tx) => {
    const row = await lockEvent(tx, id, { version, request });
    const stored = await readChanges(tx, id);
    const edit = planEdit(row, form, stored, { timeZone, now });
    const values = valuesOf(form, edit.series === null ? edit : { series: edit.series, errors: null });
    if (edit.series === null) return;
    const { formerTimes, from, odd } = edit;
    if (odd) await moveChanges(tx, id, odd);
    // A corrected date is not a new date, so the former date is no longer shown.
    const moved = row.startsAt.getTime() === values.startsAt.getTime() ? {} : { previousStartsAt: null };
    const changes = { ...values, ...moved, formerTimes } as Partial<EventRow>;
    const heldFrom = isSame(formerTimes, row.formerTimes) ? {} : { heldFrom: from };
    const data = { ...(odd ? oddData(odd) : {}), ...heldFrom };
    const saved = await changeEvent(tx, row, changes, request, { data });
    if (saved === row.version) return;
    const event = Object.fromEntries((Object.keys(changes) as (keyof EventRow)[]).map((name) => [name, row[name]]));
    const before: EditBefore = { event, changes: odd === null ? null : stored };
    await noteAct(tx, {
      ...{ kind: 'event', actorId: requireUser(request.user).id, subjectId: id },
      ...{ version: saved, before, at: now },
    });
  });
}

/** For the history: what became of the single dates. */
const oddData = ({ moved, lost, gone }: OddDates) => ({
  datesMovedAlong: moved.map(({ day }) => day),
  datesDroppedOut: [...lost, ...gone].map(({ day }) => day).toSorted(),
});

/** The values that an edit replaced. */
export interface EditBefore {
  event: Record<string, unknown>;
  /** All single dates that differed; null where the edit left them alone. */
  changes: ChangeRow[] | null;
}

const instants = ['startsAt', 'endsAt', 'previousStartsAt', 'createdAt'];

/** Dates come back from JSON as texts. */
const revived = <T extends object>(stored: object): T =>
  Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [
      name,
      instants.includes(name) && typeof value === 'string' ? new Date(value) : value,
    ]),
  ) as T;

/** Puts back what an edit replaced. @throws Problem 'conflict' when somebody has changed the event since */
export async function undoEdit(
  tx: Database,
  { id, version, before }: { id: string; version: number | null; before: EditBefore },
  request: EventRequest,
): Promise<void> {
  const row = await lockEvent(tx, id);
  if (row.version !== version) {
    throw new Problem('conflict', 'It has been changed since. Please look at its history.');
  }
  if (before.changes !== null) {
    await tx.delete(eventChanges).where(eq(eventChanges.eventId, id));
    const rows = before.changes.map((change) => revived<ChangeRow>(change));
    if (rows.length > 0) await tx.insert(eventChanges).values(rows);
  }
  await changeEvent(tx, row, revived<Partial<EventRow>>(before.event), request, { action: 'event.undone' });
}
