/** Reads what residents and owners suggest, for staff. */
import { and, desc, eq, gte, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { containing } from '#server/db/containing.ts';
import { anyWords } from '#server/db/schema/columns.ts';
import { businesses, eventOccurrences, eventSuggestions, events } from '#server/db/schema/index.ts';
import { addDays, dayOf, startOfDay } from '#shared/dates.ts';
import { Problem } from '#shared/problem.ts';
import { writeClock } from '../event-clock.ts';
import type { EventFields } from '../staff-contract.ts';
import type { StaffSuggestion } from '../staff-suggestion-contract.ts';
import { changedWords, wordsOfEvent } from './event-words.ts';
import { plainTextAsHtml } from './plain-text-as-html.ts';
import { isTakenOut } from './published-suggestion.ts';

export type SuggestionRow = typeof eventSuggestions.$inferSelect;

export const suggestionNotFound = () => new Problem('not_found', 'This suggestion is not there any more.');

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
      const {
        status,
        confirmedAt,
        startsAt,
        endsAt,
        createdAt,
        decidedAt: _,
        decidedBy: __,
        changesEventId,
        ...rest
      } = row;
      const business = await businessOf(db, row);
      return {
        ...rest,
        business,
        isTakenOut: isTakenOut(row),
        status: status === 'unconfirmed' ? 'waiting' : status,
        startDate: startsAt.toISOString(),
        endDate: endsAt?.toISOString() ?? null,
        confirmedAt: (confirmedAt ?? createdAt).toISOString(),
        alike: status === 'waiting' && changesEventId === null ? await eventsOfThatDay(db, row, timeZone) : [],
        changes: await changesOf(db, row, timeZone),
        form: formOf(row, timeZone, business),
      };
    }),
  );
}

export function listSuggestions(
  db: Database,
  { search, cursor, limit, timeZone }: { search: string; cursor: string | undefined; limit: number; timeZone: string },
): Promise<StaffSuggestion[]> {
  const { title, location, senderName, senderEmail, message, id } = eventSuggestions;
  // The same columns as those of the index.
  const words = anyWords([title, location, senderName, senderEmail, message]);
  const where = and(
    search ? sql`${words} ilike ${containing(search)}` : undefined,
    cursor ? lt(id, cursor) : undefined,
  );
  return readSuggestions(db, where, limit, timeZone);
}

/** @throws Problem 'not_found' */
export async function getSuggestion(db: Database, id: string, timeZone: string): Promise<StaffSuggestion> {
  const [found] = await readSuggestions(db, eq(eventSuggestions.id, id), 1, timeZone);
  if (found === undefined) throw suggestionNotFound();
  return found;
}

/** Null for a new event. Once decided on, the event has moved on, and there is nothing left to compare. */
async function changesOf(db: Database, row: SuggestionRow, timeZone: string): Promise<StaffSuggestion['changes']> {
  const { changesEventId: eventId, status } = row;
  if (eventId === null) return null;
  const [event] = await db.select().from(events).where(eq(events.id, eventId));
  const fields = event === undefined || status !== 'waiting' ? [] : changedWords(wordsOfEvent(event), row, timeZone);
  return { eventId, fields };
}

function eventsOfThatDay(
  db: Database,
  { startsAt }: SuggestionRow,
  timeZone: string,
): Promise<{ id: string; title: string }[]> {
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
export async function businessOf(db: Database, { businessId }: SuggestionRow): Promise<OwnBusiness> {
  if (businessId === null) return null;
  const [business] = await db
    .select({ id: businesses.id, name: businesses.name })
    .from(businesses)
    .where(eq(businesses.id, businessId));
  return business ?? null;
}

/** A form to begin an event with: the text as paragraphs, the sender as organizer. */
export function formOf(row: SuggestionRow, timeZone: string, business: OwnBusiness): EventFields {
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
