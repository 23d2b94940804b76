/**
 * Takes a resident's suggestion: stores it, mails a link to its sender, and shows it to staff once the sender
 * has confirmed; at once where the sender is signed in with that mailbox, confirmed.
 */
import { and, eq, lt } from 'drizzle-orm';
import { mailboxKey } from '#features/accounts/server/mailbox-key.ts';
import type { Database } from '#server/db/client.ts';
import { eventSuggestions } from '#server/db/schema/index.ts';
import { takeFromLimit } from '#server/http/rate-limit.ts';
import type { ApiRequest, Services } from '#server/http/serve.ts';
import { lendSecrets } from '#server/site-secret.ts';
import { Problem } from '#shared/problem.ts';
import { dayMs } from '#shared/times.ts';
import { type ClockFields, type ClockTimes, readClock } from '../event-clock.ts';
import type { SuggestionForm } from '../suggestion-contract.ts';
import { askStaff, mailConfirmationLink, mailReceipt } from './suggestion-letters.ts';
import { readSuggestionToken, writeSuggestionToken } from './suggestion-token.ts';

const keptUnconfirmedDays = 7;

/**
 * Answers the token of its sender's page; null: the mailbox is to be confirmed first.
 * @throws Problem 'invalid' (times), 'too_many' (mails to this mailbox)
 */
export async function suggestEvent(
  form: SuggestionForm,
  { db, city, env, now, user }: Services & Pick<ApiRequest, 'user'>,
): Promise<string | null> {
  const { allDay, startsOn, startTime, endsOn, endTime, url, price, isSelf, ...words } = form;
  const isConfirmed = isSelf && user?.emailVerified === true && isSameMailbox(user.email, form.senderEmail);
  const times = readTimes({ allDay, startsOn, startTime, endsOn, endTime }, { city, now });
  if (!isConfirmed) await takeFromLimit(db, 'suggestion-mail', mailboxKey(form.senderEmail), now());
  return db.transaction(async (tx) => {
    lendSecrets(db, tx);
    const [row] = await tx
      .insert(eventSuggestions)
      .values({
        ...words,
        ...times,
        allDay,
        price: words.isFree ? null : price || null,
        url: url || null,
        createdAt: now(),
        ...(isConfirmed ? { status: 'waiting', confirmedAt: now() } : {}),
      })
      .returning();
    if (row === undefined) throw new Error('The insert of the suggestion returned no row');
    const token = await writeSuggestionToken(tx, row.id);
    if (isConfirmed) {
      await askStaff(tx, row, { city, env });
      await mailReceipt(tx, row, token, { city, env });
      return token;
    }
    await mailConfirmationLink(tx, row, token, { city, env });
    return null;
  });
}

/** @throws Problem 'invalid' */
export function readTimes(clock: ClockFields, { city, now }: Pick<Services, 'city' | 'now'>): ClockTimes {
  const { times, errors } = readClock(clock, city.facts.timeZone);
  if (errors) throw new Problem('invalid', Object.values(errors)[0] ?? '', { fields: errors });
  if ((times.endsAt ?? times.startsAt).getTime() < now().getTime() - dayMs) {
    const text = 'This day has passed. Check the month and the year';
    throw new Problem('invalid', text, { fields: { startsOn: text } });
  }
  return times;
}

const isSameMailbox = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

const unknownLink = 'This link is not valid any more. Please suggest the event again.';

/** @throws Problem 'not_found' */
export async function findSuggestion(db: Database, token: string): Promise<{ title: string; isConfirmed: boolean }> {
  const { title, status } = await suggestionOf(db, token);
  return { title, isConfirmed: status !== 'unconfirmed' };
}

/** Confirms a suggestion; a second call changes nothing. @throws Problem 'not_found' */
export async function confirmSuggestion(token: string, { db, city, env, now }: Services): Promise<void> {
  const { id } = await suggestionOf(db, token);
  await db.transaction(async (tx) => {
    const [row] = await tx
      .update(eventSuggestions)
      .set({ status: 'waiting', confirmedAt: now() })
      .where(and(eq(eventSuggestions.id, id), eq(eventSuggestions.status, 'unconfirmed')))
      .returning();
    if (row) await askStaff(tx, row, { city, env });
  });
}

async function suggestionOf(db: Database, token: string) {
  const id = await readSuggestionToken(db, token);
  const [row] = id === null ? [] : await db.select().from(eventSuggestions).where(eq(eventSuggestions.id, id));
  if (row === undefined) throw new Problem('not_found', unknownLink);
  return row;
}

/** Deletes suggestions that nobody confirmed: the mailbox they name may belong to somebody else. */
export async function sweepSuggestions(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptUnconfirmedDays * dayMs);
  await db
    .delete(eventSuggestions)
    .where(and(eq(eventSuggestions.status, 'unconfirmed'), lt(eventSuggestions.createdAt, before)));
}
