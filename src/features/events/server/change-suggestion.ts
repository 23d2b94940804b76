/** A sender changes a suggestion, sends one again that was not taken, takes it back, or cancels it. The mailed link is proof. */
import { and, eq, isNull, ne } from 'drizzle-orm';
import { actorOr, writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { eventSuggestions } from '#server/db/schema/index.ts';
import type { Answer } from '#shared/endpoint.ts';
import { Problem } from '#shared/problem.ts';
import { writeClock } from '../event-clock.ts';
import {
  type ChangeForm,
  type Ending,
  type getSentSuggestion,
  suggestionConfirmedMessage,
} from '../suggestion-contract.ts';
import { mailEnding } from './ending-letter.ts';
import {
  cancelBySender,
  isTakenOut,
  proposeChange,
  putBack,
  readPublished,
  type SenderRequest,
  takeOut,
} from './published-suggestion.ts';
import { readTimes } from './suggest-event.ts';
import { askStaff } from './suggestion-letters.ts';
import { readSuggestionToken } from './suggestion-token.ts';

type Request = SenderRequest;

/** Events of listings have a page of their own, where their owners change them. */
async function findSent(db: Database, id: string | null, isLocked = false) {
  const isSent = and(
    eq(eventSuggestions.id, id ?? ''),
    ne(eventSuggestions.status, 'unconfirmed'),
    isNull(eventSuggestions.businessId),
    isNull(eventSuggestions.changesEventId),
  );
  const query = db.select().from(eventSuggestions).where(isSent);
  const [row] = id === null ? [] : await (isLocked ? query.for('update') : query);
  if (row === undefined) {
    throw new Problem('not_found', 'This event is not here any more: it was taken back, or the link is not whole.');
  }
  return row;
}

/** @throws Problem 'not_found' */
export async function readSent(token: string, request: Request): Promise<Answer<typeof getSentSuggestion>> {
  const { db, city } = request;
  const row = await findSent(db, await readSuggestionToken(db, token));
  const published = row.status === 'approved' ? await readPublished(row, request) : null;
  const words = { ...row, ...published?.words };
  const { allDay, ...clock } = writeClock(words, city.facts.timeZone);
  const { title, category, location, description } = words;
  const { senderName, message, status, reason } = row;
  const checked = (isOn: boolean) => (isOn ? 'on' : '');
  return {
    ...{ title: row.title, reason, published: published?.state ?? null },
    status: isTakenOut(row) ? 'withdrawn' : status === 'unconfirmed' ? 'waiting' : status,
    values: {
      ...{ title, category, location, description, senderName, message, ...clock },
      ...{ allDay: checked(allDay), isFree: checked(words.isFree), price: words.price ?? '', url: words.url ?? '' },
    },
  };
}

/** @throws Problem 'not_found', 'invalid' (times), 'conflict' (it is over, canceled, or staff look after it) */
export async function changeSuggestion(form: ChangeForm, request: Request): Promise<{ message: string }> {
  const { allDay, startsOn, startTime, endsOn, endTime, url, price, token, ...words } = form;
  const times = readTimes({ allDay, startsOn, startTime, endsOn, endTime }, request);
  const typed = { ...words, ...times, allDay, url: url || null, price: words.isFree ? null : price || null };
  const id = await readSuggestionToken(request.db, token);
  await request.db.transaction(async (tx) => {
    const former = await findSent(tx, id, true);
    if (former.status === 'approved') {
      await proposeChange(tx, { row: former, words: typed }, request);
      return note(tx, former, 'changed', request);
    }
    const [row] = await tx
      .update(eventSuggestions)
      .set({
        ...typed,
        // Staff who look at the former words are told.
        ...{ status: 'waiting', confirmedAt: request.now(), reason: null, decidedAt: null, decidedBy: null },
      })
      .where(eq(eventSuggestions.id, former.id))
      .returning();
    if (row === undefined) throw new Error('The suggestion is locked, and its row is gone');
    if (former.status === 'rejected') await askStaff(tx, row, request);
    await note(tx, row, 'changed', request);
  });
  return { message: suggestionConfirmedMessage };
}

const endings = { canceled: cancelBySender, 'taken-out': takeOut, 'on-again': putBack } as const;

const said: Record<Ending, string> = {
  canceled: 'Your event is canceled. Visitors see that.',
  'taken-out': 'Your event is out of the calendar.',
  'on-again': 'Your event is on again. Visitors see that.',
};

/** @throws Problem 'not_found', 'conflict' (it is not in the calendar, over, or staff look after it) */
export async function endSuggestion(
  { token, as }: { token: string; as: Ending },
  request: Request,
): Promise<{ message: string }> {
  const id = await readSuggestionToken(request.db, token);
  return request.db.transaction(async (tx) => {
    const row = await findSent(tx, id, true);
    if (row.status !== 'approved') throw new Problem('conflict', 'It is not in the calendar. Please look again.');
    const { dropsChange } = await endings[as](tx, row, request);
    await mailEnding(tx, row, { as, token, dropsChange }, request);
    // The audit log has the act with the event.
    return { message: said[as] + (dropsChange ? ' Your change that waited is dropped with it.' : '') };
  });
}

/** @throws Problem 'not_found' */
export async function removeSuggestion(token: string, request: Request): Promise<{ message: string }> {
  const id = await readSuggestionToken(request.db, token);
  return request.db.transaction(async (tx) => {
    const row = await findSent(tx, id, true);
    if (row.status !== 'waiting') {
      await note(tx, row, 'put-away', request);
      return { message: 'It is not on your dashboard any more.' };
    }
    await tx.delete(eventSuggestions).where(eq(eventSuggestions.id, row.id));
    await note(tx, row, 'withdrawn', request);
    return { message: 'Your event is taken back.' };
  });
}

function note(
  tx: Database,
  { id, title }: typeof eventSuggestions.$inferSelect,
  what: 'changed' | 'put-away' | 'withdrawn',
  { user }: Request,
): Promise<void> {
  const subject = { subjectType: 'event-suggestion', subjectId: id };
  return writeAudit(tx, {
    ...actorOr(user?.id, 'link'),
    action: `event-suggestion.${what}`,
    ...subject,
    data: { title },
  });
}
