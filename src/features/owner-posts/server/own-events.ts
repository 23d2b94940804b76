/** Events that owners and managers put on: staff look at the first one, as at a resident's suggestion. */
import { and, eq, ne } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { postsDirectly } from '#features/accounts/server/posting.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { lockEditable } from '#features/businesses/server/own-business.ts';
import { readClock } from '#features/events/event-clock.ts';
import { setEventStatus } from '#features/events/server/change-event.ts';
import type { EventWords } from '#features/events/server/event-words.ts';
import { publishOwnEvent } from '#features/events/server/staff-suggestions.ts';
import { askStaff } from '#features/events/server/suggestion-letters.ts';
import type { Database } from '#server/db/client.ts';
import { eventSuggestions, events } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { dayMs } from '#shared/times.ts';
import { maxWaitingEvents, type OwnEventForm } from '../post-forms.ts';
import { requireApproved } from './write-announcements.ts';

/** @throws Problem 'invalid' */
export function ownWords(form: OwnEventForm, { city, now }: Pick<ApiRequest, 'city' | 'now'>): EventWords {
  const { allDay, startsOn, startTime, endsOn, endTime, url, price, ...words } = form;
  const { times, errors } = readClock({ allDay, startsOn, startTime, endsOn, endTime }, city.facts.timeZone);
  if (errors) throw new Problem('invalid', Object.values(errors)[0] ?? '', { fields: errors });
  if ((times.endsAt ?? times.startsAt).getTime() < now().getTime() - dayMs) {
    const text = 'This day has passed. Check the month and the year';
    throw new Problem('invalid', text, { fields: { startsOn: text } });
  }
  return { ...words, ...times, allDay, price: words.isFree ? null : price || null, url: url || null };
}

/** The town's switch. @throws Problem 'conflict' */
export function requireOn({ city }: Pick<ApiRequest, 'city'>): void {
  if (city.facts.ownerPosts.events) return;
  throw new Problem('conflict', `${city.facts.name} takes no events from owners at the moment.`);
}

/** The columns that tell who sent an event or a change of one, and since when it waits. */
export function sentNow({ user, now }: ApiRequest) {
  const { id, username, email } = requireUser(user);
  return { userId: id, senderName: username, senderEmail: email, confirmedAt: now(), status: 'waiting' as const };
}

export async function insertOwn(
  tx: Database,
  values: EventWords & { businessId: string; changesEventId?: string },
  request: ApiRequest,
): Promise<typeof eventSuggestions.$inferSelect> {
  const [row] = await tx
    .insert(eventSuggestions)
    .values({ ...values, ...sentNow(request), createdAt: request.now() })
    .returning();
  if (row === undefined) throw new Error('The insert of the event returned no row');
  return row;
}

/** @throws Problem as lockEditable does, 'conflict' (off, not approved, many wait), 'invalid' (times) */
export async function addOwnEvent(
  { id, form }: { id: string; form: OwnEventForm },
  request: ApiRequest,
): Promise<void> {
  const { db, city, env } = request;
  const user = requireUser(request.user);
  const words = ownWords(form, request);
  await db.transaction(async (tx) => {
    const listing = await lockEditable(tx, id, user);
    requireOn(request);
    requireApproved(listing);
    const waits = and(eq(eventSuggestions.businessId, id), eq(eventSuggestions.status, 'waiting'));
    if ((await tx.$count(eventSuggestions, waits)) >= maxWaitingEvents) {
      throw new Problem(
        'conflict',
        `${maxWaitingEvents} events wait for us already. Please let us look at them first.`,
      );
    }
    const row = await insertOwn(tx, { ...words, businessId: id }, request);
    if (await postsDirectly(tx, user)) await publishOwnEvent(tx, row, request);
    else await askStaff(tx, row, { city, env });
    await writeAudit(tx, {
      actorId: user.id,
      action: 'business.event-added',
      subjectType: 'business',
      subjectId: id,
      data: { title: row.title },
    });
  });
}

/** @throws Problem as lockEditable does, 'not_found', 'conflict' when it is over or off already */
export async function endOwnEvent({ id, postId }: { id: string; postId: string }, request: ApiRequest): Promise<void> {
  const user = requireUser(request.user);
  const eventId = await request.db.transaction(async (tx) => {
    await lockEditable(tx, id, user);
    const [row] = await tx
      .select()
      .from(eventSuggestions)
      .where(and(eq(eventSuggestions.id, postId), eq(eventSuggestions.businessId, id)))
      .for('update');
    if (row === undefined) throw new Problem('not_found', 'This event is not there any more.');
    if (row.status === 'approved' && row.changesEventId === null) return row.eventId;
    if (row.status === 'approved') throw new Problem('conflict', 'This change is in the calendar already.');
    await tx.delete(eventSuggestions).where(eq(eventSuggestions.id, postId));
    await writeAudit(tx, {
      actorId: user.id,
      action: row.changesEventId === null ? 'business.event-taken-back' : 'business.event-change-taken-back',
      subjectType: 'business',
      subjectId: id,
      data: { title: row.title },
    });
    return undefined;
  });
  if (eventId === undefined) return;
  const [event] = eventId === null ? [] : await request.db.select().from(events).where(eq(events.id, eventId));
  if (event === undefined) throw new Problem('not_found', 'This event is not in the calendar any more.');
  if (event.businessId !== id) throw new Problem('conflict', 'Staff look after this event now. Please write to us.');
  if (event.status === 'cancelled') throw new Problem('conflict', 'It is canceled already.');
  await setEventStatus({ id: event.id, version: event.version, status: 'cancelled', note: '' }, request);
  const isItsChange = and(eq(eventSuggestions.changesEventId, event.id), ne(eventSuggestions.status, 'approved'));
  await request.db.delete(eventSuggestions).where(isItsChange);
}
