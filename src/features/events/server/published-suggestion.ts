/** A sender's event that is in the calendar: other words for it go through the queue, and it is canceled or taken out at once. */
import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { mailStaff } from '#features/alerts/server/mail-staff.ts';
import { actorOr, writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { auditLog, eventSuggestions, events } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { layOutLetter } from '#server/mail/lay-out-letter.ts';
import { Problem } from '#shared/problem.ts';
import type { PublishedState } from '../suggestion-contract.ts';
import { changedWords, type EventWords, wordsOfEvent } from './event-words.ts';
import { type EventRow, whyNotDelete } from './read-staff-event.ts';
import { changeEvent } from './save-event.ts';
import { askStaff } from './suggestion-letters.ts';

type Row = typeof eventSuggestions.$inferSelect;
export type SenderRequest = Pick<ApiRequest, 'db' | 'city' | 'env' | 'now' | 'user'>;

/** Its sender took it out of the calendar again; staff always give a reason. */
export const isTakenOut = ({ status, reason, decidedBy }: Row) =>
  status === 'rejected' && reason === null && decidedBy === null;

const canceledBySender = 'event.canceled-by-sender';

const isOver = ({ endsAt, startsAt }: EventRow, now: Date) => (endsAt ?? startsAt) < now;

const isChangeOf = (eventId: string) =>
  and(eq(eventSuggestions.changesEventId, eventId), ne(eventSuggestions.status, 'approved'));

/** The reason why only staff may change or end it; null: its sender may. */
function whyNot(event: EventRow | undefined, now: Date): string | null {
  if (event === undefined) return 'It is not in the calendar any more.';
  if (event.businessId !== null || event.rule !== null) {
    return 'We look after this event now. Please answer our email about it.';
  }
  if (event.status === 'cancelled') return 'It is canceled already.';
  return isOver(event, now) ? 'It is over.' : null;
}

/** Somebody else's edit, perhaps with a picture or a place, would be lost. */
async function isUntouched(db: Database, eventId: string): Promise<boolean> {
  const isOfOthers = sql`${auditLog.action} <> 'event.created' and ${auditLog.data} ->> 'suggestedBy' is null`;
  const lines = and(eq(auditLog.subjectType, 'event'), eq(auditLog.subjectId, eventId), isOfOthers);
  return (await db.$count(auditLog, lines)) === 0;
}

/**
 * The audit line of its sender's cancellation; undefined when it is not canceled, when staff canceled it, and when anybody has touched
 * it since.
 */
async function cancellationBySender(db: Database, { id, status }: EventRow) {
  if (status !== 'cancelled') return undefined;
  const [last] = await db
    .select({ action: auditLog.action, data: auditLog.data })
    .from(auditLog)
    .where(and(eq(auditLog.subjectType, 'event'), eq(auditLog.subjectId, id)))
    .orderBy(desc(auditLog.id))
    .limit(1);
  return last?.action === canceledBySender ? last : undefined;
}

async function canTakeOut(db: Database, event: EventRow, { now, city }: SenderRequest): Promise<boolean> {
  return whyNotDelete(event, now(), city.facts.timeZone) === null && (await isUntouched(db, event.id));
}

/** Its page offers `state`, and begins a change with `words`: those that wait, or the calendar's. */
export async function readPublished(
  { eventId }: Row,
  request: SenderRequest,
): Promise<{ state: PublishedState; words: EventWords } | null> {
  const { db, now } = request;
  const [event] = eventId === null ? [] : await db.select().from(events).where(eq(events.id, eventId));
  if (event === undefined) return null;
  const [change] = await db.select().from(eventSuggestions).where(isChangeOf(event.id));
  const why = whyNot(event, now());
  return {
    state: {
      ...{
        slug: event.slug,
        whyNot: why,
        change: change?.status === 'rejected' ? 'rejected' : change ? 'waiting' : null,
      },
      reason: change?.reason ?? null,
      canTakeOut: why === null && (await canTakeOut(db, event, request)),
      canPutBack: !isOver(event, now()) && (await cancellationBySender(db, event)) !== undefined,
    },
    words: change ?? wordsOfEvent(event),
  };
}

/** Locks a waiting change before the event, as staff's approval does. @throws Problem 'conflict' */
async function lockPublished(tx: Database, { eventId }: Row, now: Date) {
  const id = eventId ?? '';
  const [change] = eventId === null ? [] : await tx.select().from(eventSuggestions).where(isChangeOf(id)).for('update');
  const [event] = eventId === null ? [] : await tx.select().from(events).where(eq(events.id, id)).for('update');
  const why = whyNot(event, now);
  if (event === undefined || why !== null) throw new Problem('conflict', why ?? '');
  return { event, change };
}

/** Words that differ from those in the calendar wait for staff; the same words take an earlier change back. */
export async function proposeChange(
  tx: Database,
  { row, words }: { row: Row; words: EventWords & Pick<Row, 'senderName' | 'message'> },
  request: SenderRequest,
): Promise<void> {
  const { event, change } = await lockPublished(tx, row, request.now());
  const { timeZone } = request.city.facts;
  if (changedWords(wordsOfEvent(event), words, timeZone).length === 0) {
    await tx.delete(eventSuggestions).where(isChangeOf(event.id));
    return;
  }
  const sent = {
    ...words,
    ...{ status: 'waiting' as const, confirmedAt: request.now(), reason: null, decidedAt: null, decidedBy: null },
  };
  const [waiting] = change
    ? await tx.update(eventSuggestions).set(sent).where(eq(eventSuggestions.id, change.id)).returning()
    : await tx
        .insert(eventSuggestions)
        .values({ ...sent, senderEmail: row.senderEmail, changesEventId: event.id, createdAt: request.now() })
        .returning();
  if (waiting === undefined) throw new Error('The change was written, and its row is gone');
  if (change?.status !== 'waiting') await askStaff(tx, waiting, request);
}

interface Ended {
  /** Other words for it waited for staff, and do so no more. */
  dropsChange: boolean;
}

/** Visitors see that it is canceled, as after staff's cancel. @throws Problem 'conflict' */
export async function cancelBySender(tx: Database, row: Row, request: SenderRequest): Promise<Ended> {
  const { event, change } = await lockPublished(tx, row, request.now());
  const noted = { action: canceledBySender, data: { suggestedBy: row.senderEmail } };
  await changeEvent(tx, event, { status: 'cancelled', statusNote: '' }, request, noted);
  await tx.delete(eventSuggestions).where(isChangeOf(event.id));
  const said = `${row.senderName}, who suggested it, has canceled it. Visitors see that now.`;
  const link = { label: 'Look at it', url: `${request.env.siteUrl}/staff/events/${event.id}` };
  await tell(tx, { subject: `Event canceled: ${event.title}`, said, link }, request);
  return { dropsChange: change?.status === 'waiting' };
}

/** It takes place again, as before its sender canceled it. @throws Problem 'conflict', also when staff have touched it since */
export async function putBack(tx: Database, row: Row, request: SenderRequest): Promise<Ended> {
  const { now, env } = request;
  const isIt = eq(events.id, row.eventId ?? '');
  const [event] = row.eventId === null ? [] : await tx.select().from(events).where(isIt).for('update');
  const canceled = event && (await cancellationBySender(tx, event));
  if (event === undefined || canceled === undefined) {
    throw new Problem('conflict', 'We look after this event now. Please answer our email about it.');
  }
  if (isOver(event, now())) throw new Problem('conflict', 'It is over.');
  // Each changed column stands there with its former and its new value (save-event.ts).
  const changed = canceled.data as Partial<Record<'status' | 'statusNote', [string, string]>>;
  const wanted = {
    status: changed.status?.[0] === 'postponed' ? ('postponed' as const) : ('scheduled' as const),
    statusNote: changed.statusNote?.[0] ?? '',
  };
  const noted = { action: 'event.resumed-by-sender', data: { suggestedBy: row.senderEmail } };
  await changeEvent(tx, event, wanted, request, noted);
  const said = `${row.senderName}, who suggested it and had canceled it, says that it is on after all. Visitors see that now.`;
  const link = { label: 'Look at it', url: `${env.siteUrl}/staff/events/${event.id}` };
  await tell(tx, { subject: `Event on after all: ${event.title}`, said, link }, request);
  return { dropsChange: false };
}

/**
 * It is gone from the calendar, and stays with staff, who may approve it again. @throws Problem 'conflict', also once people may
 * count on it, or when somebody else has changed it
 */
export async function takeOut(tx: Database, row: Row, request: SenderRequest): Promise<Ended> {
  const { event, change } = await lockPublished(tx, row, request.now());
  if (!(await canTakeOut(tx, event, request))) {
    throw new Problem('conflict', 'People may count on it by now. Cancel it instead, so that they see it.');
  }
  await tx.delete(events).where(eq(events.id, event.id));
  await tx
    .update(eventSuggestions)
    .set({ status: 'rejected', reason: null, eventId: null, decidedAt: request.now(), decidedBy: null })
    .where(eq(eventSuggestions.id, row.id));
  await writeAudit(tx, {
    ...actorOr(request.user?.id, 'link'),
    action: 'event.taken-out',
    subjectType: 'event',
    subjectId: event.id,
    data: { title: event.title, startsAt: event.startsAt, suggestedBy: row.senderEmail },
  });
  await announceChange(tx, ['events']);
  const said = `${row.senderName}, who suggested it, has taken it out of the calendar. You can put it back.`;
  const link = { label: 'See the suggestions', url: `${request.env.siteUrl}/staff/events?state=suggestions` };
  await tell(tx, { subject: `Event taken out: ${event.title}`, said, link }, request);
  return { dropsChange: change?.status === 'waiting' };
}

interface News {
  subject: string;
  said: string;
  link: { label: string; url: string };
}

async function tell(tx: Database, { subject, said, link }: News, { city, env }: SenderRequest): Promise<void> {
  await mailStaff(tx, 'events', layOutLetter(city, env, { subject, parts: [said, link] }), { city });
}
