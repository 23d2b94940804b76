/** A sender changes a suggestion that waits, sends one again that was not taken, or takes it back. The mailed link is proof. */
import { and, eq, isNull, ne } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { eventSuggestions } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import type { Answer } from '#shared/endpoint.ts';
import { Problem } from '#shared/problem.ts';
import { writeClock } from '../event-clock.ts';
import { type ChangeForm, type getSentSuggestion, suggestionConfirmedMessage } from '../suggestion-contract.ts';
import { readTimes } from './suggest-event.ts';
import { askStaff } from './suggestion-letters.ts';
import { readSuggestionToken } from './suggestion-token.ts';

type Request = Pick<ApiRequest, 'db' | 'city' | 'env' | 'now' | 'user'>;

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
export async function readSent(
  token: string,
  { db, city }: Pick<Request, 'db' | 'city'>,
): Promise<Answer<typeof getSentSuggestion>> {
  const row = await findSent(db, await readSuggestionToken(db, token));
  const { allDay, ...clock } = writeClock(row, city.facts.timeZone);
  const { title, category, location, description, senderName, message, status, reason } = row;
  const checked = (isOn: boolean) => (isOn ? 'on' : '');
  return {
    ...{ title, reason },
    status: status === 'unconfirmed' ? 'waiting' : status,
    values: {
      ...{ title, category, location, description, senderName, message, ...clock },
      ...{ allDay: checked(allDay), isFree: checked(row.isFree), price: row.price ?? '', url: row.url ?? '' },
    },
  };
}

/** @throws Problem 'not_found', 'invalid' (times), 'conflict' (it is in the calendar) */
export async function changeSuggestion(form: ChangeForm, request: Request): Promise<{ message: string }> {
  const { allDay, startsOn, startTime, endsOn, endTime, url, price, token, ...words } = form;
  const times = readTimes({ allDay, startsOn, startTime, endsOn, endTime }, request);
  const id = await readSuggestionToken(request.db, token);
  await request.db.transaction(async (tx) => {
    const former = await findSent(tx, id, true);
    if (former.status === 'approved') {
      throw new Problem('conflict', 'It is in the calendar already. Please answer our email to change it.');
    }
    const [row] = await tx
      .update(eventSuggestions)
      .set({
        ...{ ...words, ...times, allDay, url: url || null, price: words.isFree ? null : price || null },
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
  return writeAudit(tx, { actorId: user?.id ?? null, action: `event-suggestion.${what}`, ...subject, data: { title } });
}
