/** The posts of a listing as its owner sees them. */
import { and, asc, desc, eq, inArray, isNull, ne } from 'drizzle-orm';
import { postingOf } from '#features/accounts/server/posting.ts';
import { notFound } from '#features/businesses/server/own-business.ts';
import { writeClock } from '#features/events/event-clock.ts';
import { type EventWords, wordsOfEvent } from '#features/events/server/event-words.ts';
import type { Database } from '#server/db/client.ts';
import { announcements, businesses, eventSuggestions, events } from '#server/db/schema/index.ts';
import type { ApiRequest, SessionUser } from '#server/http/serve.ts';
import { addDays, dayOf } from '#shared/dates.ts';
import type { OwnAnnouncement, OwnEvent, OwnPosts } from '../contract.ts';
import { maxAnnouncementDays } from '../post-forms.ts';
import { resumableEvents } from './resumable-events.ts';

type Town = Pick<ApiRequest, 'city' | 'now'>;

const maxListed = 50;

/** The days that an announcement may name as its last, by the town's calendar. */
export function allowedDays({ city, now }: Town): { today: string; lastDay: string } {
  const today = dayOf(now(), city.facts.timeZone);
  return { today, lastDay: addDays(today, maxAnnouncementDays) };
}

type Suggestion = typeof eventSuggestions.$inferSelect;

async function readEvents(
  db: Database,
  { id: businessId, status }: Pick<typeof businesses.$inferSelect, 'id' | 'status'>,
  town: Town,
): Promise<OwnEvent[]> {
  const { timeZone, ownerPosts } = town.city.facts;
  const rows = await db
    .select({ suggestion: eventSuggestions, event: events })
    .from(eventSuggestions)
    .leftJoin(events, eq(events.id, eventSuggestions.eventId))
    .where(and(eq(eventSuggestions.businessId, businessId), isNull(eventSuggestions.changesEventId)))
    .orderBy(desc(eventSuggestions.id))
    .limit(maxListed);
  const known = rows.flatMap(({ event }) => event ?? []);
  const ids = known.map(({ id }) => id);
  const changes = await db
    .select()
    .from(eventSuggestions)
    .where(and(inArray(eventSuggestions.changesEventId, ids), ne(eventSuggestions.status, 'approved')));
  const mayResume = ownerPosts.events && status === 'approved';
  const resumable = await resumableEvents(db, { businessId, rows: mayResume ? known : [] }, town);
  return rows.map(({ suggestion, event }) => {
    const isOn = event !== null && event.status !== 'cancelled';
    const shown = isOn ? wordsOfEvent(event) : suggestion;
    const change = isOn ? changes.find(({ changesEventId }) => changesEventId === event.id) : undefined;
    const state = stateOf(suggestion, isOn);
    const isOwn = state !== 'off' && (event === null || (event.businessId === businessId && event.rule === null));
    return {
      id: suggestion.id,
      title: shown.title,
      startDate: shown.startsAt.toISOString(),
      allDay: shown.allDay,
      reason: suggestion.reason,
      state,
      slug: isOn ? event.slug : null,
      change: change ? { id: change.id, state: waitingOr(change.status), reason: change.reason } : null,
      form: isOwn ? formOf(change ?? shown, timeZone) : null,
      canResume: event !== null && resumable.has(event.id),
    };
  });
}

type ChangeState = NonNullable<OwnEvent['change']>['state'];

const waitingOr = (status: Suggestion['status'] | OwnAnnouncement['state']): ChangeState =>
  status === 'rejected' || status === 'hidden' ? 'hidden' : 'waiting';

function stateOf({ status }: Suggestion, isOn: boolean): OwnEvent['state'] {
  if (status === 'approved') return isOn ? 'shown' : 'off';
  return waitingOr(status);
}

function formOf(words: EventWords, timeZone: string): NonNullable<OwnEvent['form']> {
  const { title, category, isFree, location, description } = words;
  return {
    ...{ title, category, isFree, location, description },
    ...writeClock(words, timeZone),
    price: words.price ?? '',
    url: words.url ?? '',
  };
}

/** The caller has asked who may. @throws Problem 'not_found' */
export async function readOwnPosts(db: Database, id: string, user: SessionUser, town: Town): Promise<OwnPosts> {
  const [business] = await db
    .select({
      id: businesses.id,
      slug: businesses.slug,
      name: businesses.name,
      address: businesses.address,
      status: businesses.status,
    })
    .from(businesses)
    .where(eq(businesses.id, id));
  if (business === undefined) throw notFound();
  const rows = await db
    .select()
    .from(announcements)
    .where(eq(announcements.businessId, id))
    .orderBy(asc(announcements.until), asc(announcements.id));
  const announced = rows.flatMap(({ status, ...row }) => {
    if (row.changesId !== null) return [];
    const change = rows.find(({ changesId }) => changesId === row.id);
    return [{ ...row, state: status, change: change ? { ...change, state: waitingOr(change.status) } : null }];
  });
  const { announcements: mayAnnounce, events: mayAddEvents } = town.city.facts.ownerPosts;
  const posting = await postingOf(db, user);
  return {
    business,
    may: { announcements: mayAnnounce, events: mayAddEvents },
    isDirect: posting === 'direct',
    isAlwaysSeenFirst: posting === 'reviewed',
    ...allowedDays(town),
    announcements: announced,
    events: await readEvents(db, business, town),
  };
}
