import { and, desc, eq, gte, lt, ne, type SQL } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { trust, trustAgainLater } from '#features/accounts/server/posting.ts';
import { mailAfterUndo, noteAct } from '#features/audit/server/note-act.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, eventOccurrences, eventSuggestions, events } from '#server/db/schema/index.ts';
import { addDays, dayOf, startOfDay } from '#shared/dates.ts';
import { Problem } from '#shared/problem.ts';
import { writeClock } from '../event-clock.ts';
import type { EventFields, EventForm } from '../staff-contract.ts';
import type { StaffSuggestion } from '../staff-suggestion-contract.ts';
import { plainTextAsHtml } from './plain-text-as-html.ts';
import { planEvent } from './plan-event.ts';
import { type EventRequest, insertEvent, takeBackEvent } from './save-event.ts';
import { mailApproved, mailRejected } from './suggestion-letters.ts';

type Row = typeof eventSuggestions.$inferSelect;

const notFound = () => new Problem('not_found', 'This suggestion is not there any more.');

/** Lists the confirmed suggestions, newest first. */
async function readSuggestions(
  db: Database,
  where: SQL | undefined,
  limit: number,
  timeZone: string,
): Promise<StaffSuggestion[]> {
  const rows = await db
    .select()
    .from(eventSuggestions)
    .where(and(ne(eventSuggestions.status, 'unconfirmed'), where))
    .orderBy(desc(eventSuggestions.id))
    .limit(limit);
  return Promise.all(
    rows.map(async (row) => {
      const { status, confirmedAt, startsAt, endsAt, createdAt, decidedAt: _, decidedBy: __, ...rest } = row;
      const business = await businessOf(db, row);
      return {
        ...rest,
        business,
        status: status === 'unconfirmed' ? 'waiting' : status,
        startDate: startsAt.toISOString(),
        endDate: endsAt?.toISOString() ?? null,
        confirmedAt: (confirmedAt ?? createdAt).toISOString(),
        alike: status === 'waiting' ? await eventsOfThatDay(db, row, timeZone) : [],
        form: formOf(row, timeZone, business),
      };
    }),
  );
}

export function listSuggestions(
  db: Database,
  { cursor, limit, timeZone }: { cursor: string | undefined; limit: number; timeZone: string },
): Promise<StaffSuggestion[]> {
  return readSuggestions(db, cursor ? lt(eventSuggestions.id, cursor) : undefined, limit, timeZone);
}

/** @throws Problem 'not_found' */
export async function getSuggestion(db: Database, id: string, timeZone: string): Promise<StaffSuggestion> {
  const [found] = await readSuggestions(db, eq(eventSuggestions.id, id), 1, timeZone);
  if (found === undefined) throw notFound();
  return found;
}

function eventsOfThatDay(db: Database, { startsAt }: Row, timeZone: string): Promise<{ id: string; title: string }[]> {
  const day = dayOf(startsAt, timeZone);
  return db
    .selectDistinct({ id: events.id, title: events.title })
    .from(eventOccurrences)
    .innerJoin(events, eq(events.id, eventOccurrences.eventId))
    .where(
      and(
        gte(eventOccurrences.startsAt, startOfDay(day, timeZone)),
        lt(eventOccurrences.startsAt, startOfDay(addDays(day, 1), timeZone)),
      ),
    )
    .limit(5);
}

type OwnBusiness = StaffSuggestion['business'];

/** The listing whose owner puts the event on. */
async function businessOf(db: Database, { businessId }: Row): Promise<OwnBusiness> {
  if (businessId === null) return null;
  const [business] = await db
    .select({ id: businesses.id, name: businesses.name })
    .from(businesses)
    .where(eq(businesses.id, businessId));
  return business ?? null;
}

/** A form to begin an event with: the text as paragraphs, the sender as organizer. */
function formOf(row: Row, timeZone: string, business: OwnBusiness): EventFields {
  const { title, location, category, isFree } = row;
  return {
    ...{ title, location, category, isFree },
    ...writeClock(row, timeZone),
    description: plainTextAsHtml(row.description),
    rule: null,
    skippedDays: [],
    imageUrl: null,
    imageAlt: '',
    url: row.url ?? '',
    organizer: '',
    contact: '',
    price: row.price ?? '',
    latitude: null,
    longitude: null,
    businessId: business?.id ?? null,
    businessName: business?.name ?? '',
  };
}

/** @throws Problem 'not_found', 'conflict' when another member of staff was first */
async function lockWaiting(tx: Database, id: string): Promise<Row> {
  const [row] = await tx.select().from(eventSuggestions).where(eq(eventSuggestions.id, id)).for('update');
  if (row === undefined || row.status === 'unconfirmed') throw notFound();
  if (row.status !== 'waiting') {
    throw new Problem('conflict', `Somebody else was first: this suggestion is ${row.status} already.`);
  }
  return row;
}

/**
 * Creates the event and returns its id. @param form with edits; without it the suggestion is used as it is
 */
export async function approveSuggestion(
  id: string,
  form: EventForm | undefined,
  request: EventRequest,
): Promise<string> {
  const { timeZone } = request.city.facts;
  return request.db.transaction(async (tx) => {
    const row = await lockWaiting(tx, id);
    const values = planEvent(form ?? formOf(row, timeZone, await businessOf(tx, row)), timeZone);
    const eventId = await insertEvent(tx, values, request, { data: { suggestedBy: row.senderEmail } });
    const isTrusted = await trust(tx, row.userId);
    const at = await decide(tx, row, { status: 'approved', eventId }, request);
    const [{ slug, version } = { slug: '', version: 0 }] = await tx
      .select({ slug: events.slug, version: events.version })
      .from(events)
      .where(eq(events.id, eventId));
    const told = { slug, isTrusted, wasEdited: form !== undefined, startAfter: mailAfterUndo(at) };
    const mail = await mailApproved(tx, row, told, request);
    await noteDecision(tx, { id, version, mail, at, trusted: isTrusted ? row.userId : null }, request);
    return eventId;
  });
}

/** Puts an event into the calendar whose owner publishes at once. */
export async function publishOwnEvent(tx: Database, row: Row, request: EventRequest): Promise<void> {
  const { timeZone } = request.city.facts;
  const values = planEvent(formOf(row, timeZone, await businessOf(tx, row)), timeZone);
  const eventId = await insertEvent(tx, values, request);
  await tx
    .update(eventSuggestions)
    .set({ status: 'approved', eventId, decidedAt: request.now() })
    .where(eq(eventSuggestions.id, row.id));
}

export async function rejectSuggestion(id: string, reason: string, request: EventRequest): Promise<void> {
  await request.db.transaction(async (tx) => {
    const row = await lockWaiting(tx, id);
    const at = await decide(tx, row, { status: 'rejected', reason }, request);
    const mail = await mailRejected(tx, row, { reason, startAfter: mailAfterUndo(at) }, request);
    await noteDecision(tx, { id, mail, at }, request);
  });
}

interface Decided {
  id: string;
  /** The new event's. */
  version?: number;
  mail: string | null;
  at: Date;
  /** The account that publishes at once since. */
  trusted?: string | null;
}

function noteDecision(
  tx: Database,
  { id, mail, trusted = null, ...act }: Decided,
  { user }: EventRequest,
): Promise<void> {
  const actorId = requireUser(user).id;
  return noteAct(tx, { ...act, kind: 'suggestion', actorId, subjectId: id, before: { trusted }, mails: [mail] });
}

/**
 * Lets a suggestion wait again that was decided on at `decidedAt`, and removes the event that it became.
 * @throws Problem 'conflict' when somebody has decided anew or changed the event
 */
export async function waitAgain(
  tx: Database,
  id: string,
  { decidedAt, version, trusted }: { decidedAt: Date; version: number | null; trusted: string | null },
): Promise<Row> {
  const [row] = await tx.select().from(eventSuggestions).where(eq(eventSuggestions.id, id)).for('update');
  if (row?.decidedAt?.getTime() !== decidedAt.getTime()) {
    throw new Problem('conflict', 'Somebody has decided on it since. Please look at it again.');
  }
  await tx
    .update(eventSuggestions)
    .set({ status: 'waiting', decidedAt: null, decidedBy: null, reason: null, eventId: null })
    .where(eq(eventSuggestions.id, id));
  if (row.eventId !== null) await takeBackEvent(tx, row.eventId, version ?? 0);
  await trustAgainLater(tx, trusted);
  return row;
}

/** Answers the moment of the decision. */
async function decide(
  tx: Database,
  row: Row,
  decision: { status: 'approved' | 'rejected'; eventId?: string; reason?: string },
  { user, now }: EventRequest,
): Promise<Date> {
  const actorId = requireUser(user).id;
  const decidedAt = now();
  await tx
    .update(eventSuggestions)
    .set({ ...decision, decidedAt, decidedBy: actorId })
    .where(eq(eventSuggestions.id, row.id));
  await writeAudit(tx, {
    actorId,
    action: `event-suggestion.${decision.status}`,
    subjectType: 'event-suggestion',
    subjectId: row.id,
    data: { title: row.title, from: row.senderEmail, ...(decision.reason ? { reason: decision.reason } : {}) },
  });
  return decidedAt;
}
