/** Staff decide on what residents and owners suggest for the calendar. */

import { and, eq, isNull, ne } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { holdAuthor, trust, trustAgainLater } from '#features/accounts/server/posting.ts';
import { wasFirst } from '#features/audit/server/last-actor.ts';
import { mailAfterUndo, noteAct } from '#features/audit/server/note-act.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { eventSuggestions, events } from '#server/db/schema/index.ts';
import { Problem } from '#shared/problem.ts';
import type { EventForm } from '../staff-contract.ts';
import { type FormerEvent, putBackWords, writeWords } from './event-words.ts';
import { planEvent } from './plan-event.ts';
import { isTakenOut } from './published-suggestion.ts';
import { businessOf, formOf, type SuggestionRow as Row, suggestionNotFound } from './read-suggestions.ts';
import { type EventRequest, insertEvent, lockEvent, takeBackEvent } from './save-event.ts';
import { mailApproved, mailRejected } from './suggestion-letters.ts';
import { writeSuggestionToken } from './suggestion-token.ts';

interface Look {
  /** When the suggestion was sent that staff look at; undefined: whatever it says now. */
  seen?: string | undefined;
  /** One that its sender took out of the calendar will do, too. */
  isPutBack?: boolean;
}

/**
 * @throws Problem 'not_found', 'conflict' when another member of staff was first, or its sender has changed it
 */
async function lockWaiting(
  tx: Database,
  id: string,
  { seen, isPutBack = false }: Look,
  request: EventRequest,
): Promise<Row> {
  const [row] = await tx.select().from(eventSuggestions).where(eq(eventSuggestions.id, id)).for('update');
  if (row === undefined || row.status === 'unconfirmed') throw suggestionNotFound();
  // Its sender took it out of the calendar; staff may put it back.
  if (row.status !== 'waiting' && !(isPutBack && isTakenOut(row))) {
    const decided = { subjectType: 'event-suggestion', subjectId: id, actions: [`event-suggestion.${row.status}`] };
    throw await wasFirst(tx, decided, `${row.status} ${row.title}`, request);
  }
  if (seen !== undefined && row.confirmedAt?.toISOString() !== seen) {
    throw new Problem('conflict', 'Its sender has changed it since you opened it. Reload to see what it says now.');
  }
  return row;
}

interface Approval {
  id: string;
  /** With edits; undefined: the suggestion is used as it is. */
  form?: EventForm | undefined;
  seen?: string | undefined;
}

/** Creates the event, or changes the one that is there, and returns its id. @throws Problem as lockWaiting does, 'invalid' */
export async function approveSuggestion({ id, form, seen }: Approval, request: EventRequest): Promise<string> {
  return inTransaction(request.db, async (tx) => {
    const [sent] = await tx.select().from(eventSuggestions).where(eq(eventSuggestions.id, id));
    await holdAuthor(tx, sent?.userId ?? null);
    const row = await lockWaiting(tx, id, { seen, isPutBack: true }, request);
    const { eventId, former } =
      row.changesEventId === null
        ? { eventId: await createSuggested(tx, row, form, request), former: null }
        : await changeSuggested(tx, row, row.changesEventId, request);
    const isTrusted = await trust(tx, row.userId);
    const at = await decide(tx, row, { status: 'approved', eventId }, request);
    const [{ slug, version } = { slug: '', version: 0 }] = await tx
      .select({ slug: events.slug, version: events.version })
      .from(events)
      .where(eq(events.id, eventId));
    const token = await tokenOfSender(tx, row, request);
    const told = { slug, token, isTrusted, wasEdited: form !== undefined, startAfter: mailAfterUndo(at) };
    const mail = await mailApproved(tx, row, told, request);
    const trusted = isTrusted ? row.userId : null;
    await noteDecision(tx, { id, version, mail, at, before: { trusted, ...(former ? { former } : {}) } }, request);
    return eventId;
  });
}

/** A change is seen on the page of the event that was suggested. */
async function tokenOfSender(tx: Database, { id, changesEventId }: Row, { db }: EventRequest): Promise<string> {
  const isOrigin = and(eq(eventSuggestions.eventId, changesEventId ?? ''), isNull(eventSuggestions.changesEventId));
  const [origin] =
    changesEventId === null ? [] : await tx.select({ id: eventSuggestions.id }).from(eventSuggestions).where(isOrigin);
  return writeSuggestionToken(db, origin?.id ?? id);
}

async function createSuggested(tx: Database, row: Row, form: EventForm | undefined, request: EventRequest) {
  const { timeZone } = request.city.facts;
  const values = planEvent(form ?? formOf(row, timeZone, await businessOf(tx, row)), timeZone);
  return insertEvent(tx, values, request, { data: { suggestedBy: row.senderEmail } });
}

/** @throws Problem 'conflict' when the event was canceled meanwhile */
async function changeSuggested(tx: Database, row: Row, eventId: string, request: EventRequest) {
  const event = await lockEvent(tx, eventId);
  if (event.status === 'cancelled') throw new Problem('conflict', 'The event is canceled. Reject the change instead.');
  return { eventId, former: await writeWords(tx, event, row, request, { suggestedBy: row.senderEmail }) };
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

/** @param how `tell` is false for spam: nobody is mailed. `groupId`: the decision on several that this is a part of */
export async function rejectSuggestion(
  id: string,
  reason: string,
  request: EventRequest,
  { tell, groupId }: { tell: boolean; groupId?: string } = { tell: true },
): Promise<void> {
  await inTransaction(request.db, async (tx) => {
    const row = await lockWaiting(tx, id, {}, request);
    const token = await tokenOfSender(tx, row, request);
    const at = await decide(tx, row, { status: 'rejected', reason }, request);
    const mail = tell ? await mailRejected(tx, row, { reason, token, startAfter: mailAfterUndo(at) }, request) : null;
    await noteDecision(tx, { id, mail, at, groupId }, request);
  });
}

interface Decided {
  id: string;
  /** Version of the new event. */
  version?: number;
  mail: string | null;
  at: Date;
  before?: SuggestionBefore;
  groupId?: string | undefined;
}

/** For an undo of the decision. */
export interface SuggestionBefore {
  /** The account that publishes at once since. */
  trusted?: string | null;
  /** The event before its owner's change was taken over. */
  former?: FormerEvent;
}

function noteDecision(tx: Database, { id, mail, before = {}, ...act }: Decided, { user }: EventRequest): Promise<void> {
  const actorId = requireUser(user).id;
  return noteAct(tx, { ...act, kind: 'suggestion', actorId, subjectId: id, before, mails: [mail] });
}

interface Undone {
  decidedAt: Date;
  /** The event's, as the decision left it. */
  version: number | null;
  before: SuggestionBefore;
}

/**
 * Lets a suggestion wait again that was decided on at `decidedAt`, and takes back what it made of the calendar.
 * @throws Problem 'conflict' when somebody has decided anew or changed the event
 */
export async function waitAgain(
  tx: Database,
  id: string,
  { decidedAt, version, before: { trusted = null, former } }: Undone,
  request: EventRequest,
): Promise<Row> {
  const [row] = await tx.select().from(eventSuggestions).where(eq(eventSuggestions.id, id)).for('update');
  if (row?.decidedAt?.getTime() !== decidedAt.getTime()) {
    throw await wasFirst(tx, { subjectType: 'event-suggestion', subjectId: id }, 'decided on it', request);
  }
  const seen = { version: version ?? 0, request };
  const event = row.eventId === null ? null : await lockEvent(tx, row.eventId, seen);
  if (event !== null) await refuseNewWords(tx, event.id);
  await tx
    .update(eventSuggestions)
    .set({ status: 'waiting', decidedAt: null, decidedBy: null, reason: null, eventId: null })
    .where(eq(eventSuggestions.id, id));
  if (event && row.changesEventId === null) await takeBackEvent(tx, event.id, seen);
  else if (event && former) await putBackWords(tx, event, former, request);
  await trustAgainLater(tx, trusted);
  return row;
}

/** New words would go with the event, or wait beside those that wait again. @throws Problem 'conflict' */
async function refuseNewWords(tx: Database, eventId: string): Promise<void> {
  const { changesEventId, status } = eventSuggestions;
  const isNew = and(eq(changesEventId, eventId), ne(status, 'approved'));
  if ((await tx.$count(eventSuggestions, isNew)) === 0) return;
  throw new Problem('conflict', 'Other words for this event have come since. Please decide on those.');
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
