/**
 * Owners and managers change their events: at once, or through the queue, as with a new one. While a change waits the
 * calendar keeps the words that staff have seen.
 */
import { and, eq, isNull, ne } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { postsDirectly } from '#features/accounts/server/posting.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { lockEditable } from '#features/businesses/server/own-business.ts';
import {
  changedWords,
  type EventWords,
  wordsIn,
  wordsOfEvent,
  writeWords,
} from '#features/events/server/event-words.ts';
import type { EventRow } from '#features/events/server/read-staff-event.ts';
import { publishOwnEvent } from '#features/events/server/staff-suggestions.ts';
import { askStaff } from '#features/events/server/suggestion-letters.ts';
import type { Database } from '#server/db/client.ts';
import { eventSuggestions, events } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import type { OwnEventForm } from '../post-forms.ts';
import { insertOwn, ownWords, requireOn, sentNow } from './own-events.ts';
import { requireApproved } from './write-announcements.ts';

type Row = typeof eventSuggestions.$inferSelect;

interface Change {
  row: Row;
  words: EventWords;
  isDirect: boolean;
}

/** @throws Problem as lockEditable does, 'not_found', 'conflict', 'invalid' (times) */
export async function changeOwnEvent(
  { id, postId, form }: { id: string; postId: string; form: OwnEventForm },
  request: ApiRequest,
): Promise<void> {
  const user = requireUser(request.user);
  const words = ownWords(form, request);
  await request.db.transaction(async (tx) => {
    const listing = await lockEditable(tx, id, user);
    requireOn(request);
    requireApproved(listing);
    const [row] = await tx
      .select()
      .from(eventSuggestions)
      .where(
        and(
          eq(eventSuggestions.id, postId),
          eq(eventSuggestions.businessId, id),
          isNull(eventSuggestions.changesEventId),
        ),
      )
      .for('update');
    if (row === undefined) throw new Problem('not_found', 'This event is not there any more.');
    const change = { row, words, isDirect: await postsDirectly(tx, user) };
    const data = row.status === 'approved' ? await changeShown(tx, change, request) : await resend(tx, change, request);
    if (data === null) return;
    const action = 'business.event-changed';
    await writeAudit(tx, { actorId: user.id, action, subjectType: 'business', subjectId: id, data });
  });
}

/** An event that is not in the calendar: the queue has the new words. One that staff refused, and one that waits for them, waits whoever changes it. */
async function resend(tx: Database, { row, words, isDirect }: Change, request: ApiRequest) {
  const { timeZone } = request.city.facts;
  const labels = changedWords(row, words, timeZone).map(({ label }) => label);
  if (row.status === 'waiting' && labels.length === 0) return null;
  const [sent] = await tx
    .update(eventSuggestions)
    .set({ ...words, ...sentNow(request), reason: null, decidedAt: null, decidedBy: null })
    .where(eq(eventSuggestions.id, row.id))
    .returning();
  if (sent === undefined) throw new Error('The event is locked, and its row is gone');
  if (row.status === 'rejected') await askStaff(tx, sent, request);
  else if (isDirect && row.status !== 'waiting') await publishOwnEvent(tx, sent, request);
  return { title: words.title, event: [wordsIn(row, labels, timeZone), wordsIn(words, labels, timeZone)] };
}

/** An event in the calendar. Staff find what is changed at once among the edits, and can put the former words back. */
async function changeShown(tx: Database, { row, words, isDirect }: Change, request: ApiRequest) {
  const isItsChange = and(
    eq(eventSuggestions.changesEventId, row.eventId ?? ''),
    ne(eventSuggestions.status, 'approved'),
  );
  // Before the event, as staff's approval locks them: two with different orders would deadlock.
  const [earlier] =
    row.eventId === null ? [] : await tx.select().from(eventSuggestions).where(isItsChange).for('update');
  const event = await lockOwn(tx, row);
  const former = wordsOfEvent(event);
  const { timeZone } = request.city.facts;
  const labels = changedWords(former, words, timeZone).map(({ label }) => label);
  const data = {
    title: words.title,
    event: [wordsIn(former, labels, timeZone), wordsIn(words, labels, timeZone)],
  };
  if (isDirect || labels.length === 0) {
    await tx.delete(eventSuggestions).where(isItsChange);
    if (labels.length === 0) return null;
    return { ...data, former: { id: event.id, labels, columns: await writeWords(tx, event, words, request) } };
  }
  if (earlier?.status === 'waiting' && changedWords(earlier, words, timeZone).length === 0) return null;
  const sent =
    earlier === undefined
      ? await insertOwn(tx, { ...words, businessId: event.businessId ?? '', changesEventId: event.id }, request)
      : { ...earlier, ...words };
  if (earlier !== undefined) {
    await tx
      .update(eventSuggestions)
      .set({ ...words, ...sentNow(request), reason: null, decidedAt: null, decidedBy: null })
      .where(eq(eventSuggestions.id, earlier.id));
  }
  if (earlier?.status !== 'waiting') await askStaff(tx, sent, request);
  return data;
}

/** @throws Problem 'not_found', 'conflict' (canceled, staff have taken it over, or it repeats) */
async function lockOwn(tx: Database, { eventId, businessId }: Row): Promise<EventRow> {
  const [event] = eventId === null ? [] : await tx.select().from(events).where(eq(events.id, eventId)).for('update');
  if (event === undefined) throw new Problem('not_found', 'This event is not in the calendar any more.');
  if (event.status === 'cancelled') throw new Problem('conflict', 'It is canceled already.');
  if (event.businessId !== businessId || event.rule !== null) {
    throw new Problem('conflict', 'Staff look after this event now. Please write to us.');
  }
  return event;
}
