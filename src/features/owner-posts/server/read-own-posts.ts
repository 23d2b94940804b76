/** The posts of a listing as its owner sees them. */
import { asc, desc, eq } from 'drizzle-orm';
import { postsDirectly } from '#features/accounts/server/posting.ts';
import { notFound } from '#features/businesses/server/own-business.ts';
import type { Database } from '#server/db/client.ts';
import { announcements, businesses, eventSuggestions, events } from '#server/db/schema/index.ts';
import type { ApiRequest, SessionUser } from '#server/http/serve.ts';
import { addDays, dayOf } from '#shared/dates.ts';
import type { OwnEvent, OwnPosts } from '../contract.ts';
import { maxAnnouncementDays } from '../post-forms.ts';

type Town = Pick<ApiRequest, 'city' | 'now'>;

/** The days that an announcement may name as its last, by the town's calendar. */
export function allowedDays({ city, now }: Town): { today: string; lastDay: string } {
  const today = dayOf(now(), city.facts.timeZone);
  return { today, lastDay: addDays(today, maxAnnouncementDays) };
}

async function readEvents(db: Database, businessId: string): Promise<OwnEvent[]> {
  const rows = await db
    .select({ suggestion: eventSuggestions, event: { slug: events.slug, status: events.status } })
    .from(eventSuggestions)
    .leftJoin(events, eq(events.id, eventSuggestions.eventId))
    .where(eq(eventSuggestions.businessId, businessId))
    .orderBy(desc(eventSuggestions.id))
    .limit(50);
  return rows.map(({ suggestion: { id, title, startsAt, allDay, status, reason }, event }) => {
    const isOn = event !== null && event.status !== 'cancelled';
    const state = status === 'approved' ? (isOn ? 'shown' : 'off') : status === 'rejected' ? 'hidden' : 'waiting';
    return { id, title, startDate: startsAt.toISOString(), allDay, reason, state, slug: isOn ? event.slug : null };
  });
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
  const { announcements: mayAnnounce, events: mayAddEvents } = town.city.facts.ownerPosts;
  return {
    business,
    may: { announcements: mayAnnounce, events: mayAddEvents },
    isDirect: await postsDirectly(db, user),
    ...allowedDays(town),
    announcements: rows.map(({ status, ...row }) => ({ ...row, state: status })),
    events: await readEvents(db, id),
  };
}
