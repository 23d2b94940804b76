/** Reads an event for its page. */
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { nameKey } from '#features/businesses/match-keys.ts';
import { cleanHtml } from '#server/clean-html.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, eventOccurrences, eventSlugs, events } from '#server/db/schema/index.ts';
import { plainText } from '#shared/html-to-text.ts';
import { firstLetters } from '#shared/whole-letters.ts';
import type { EventDetail, EventTime } from '../page-contract.ts';
import { venueName } from '../venue-name.ts';
import { describeRule } from './describe-rule.ts';
import { occurrenceAllDay, occurrenceEnd, occurrenceStatus } from './occurrence-columns.ts';

const maxTimes = 12;
const maxSummary = 300;

type Event = typeof events.$inferSelect;

/** For a former slug, returns the slug that the event has now; null when there is none. */
export async function findEvent(
  db: Database,
  slug: string,
  now: Date,
): Promise<EventDetail | { redirectTo: string } | null> {
  const [row] = await db.select().from(events).where(eq(events.slug, slug));
  if (row === undefined) return findByFormerSlug(db, slug);
  const coming = await readTimes(db, row, now);
  const isOver = coming.length === 0;
  const rows = isOver ? await readLastTime(db, row) : coming;
  const times = rows.map(toTime);
  // Visitors ask for the next time that takes place. A canceled one before it stays in the list of times.
  const place = rows.findIndex(({ status }) => status !== 'cancelled');
  const next = times[Math.max(place, 0)];
  const { allDay = row.allDay } = rows[Math.max(place, 0)] ?? {};
  const { title, location, category, status, isFree, price, rule, imageUrl, imageAlt } = row;
  return {
    ...{ id: row.id, slug, title, allDay, location, category, status, isFree, price, imageUrl, imageAlt },
    startDate: next?.startDate ?? row.startsAt.toISOString(),
    endDate: next === undefined ? (row.endsAt?.toISOString() ?? null) : next.endDate,
    description: cleanHtml(row.description),
    summary: firstLetters(plainText(row.description), maxSummary),
    recurring: rule !== null,
    repeats: describeRule(rule),
    url: row.url,
    organizer: row.organizer,
    contact: row.contact,
    note: row.statusNote || null,
    previousStartDate: row.previousStartsAt?.toISOString() ?? null,
    isOver,
    times,
    ...(await findPlace(db, row)),
    ...(await findHost(db, row, now)),
  };
}

async function findByFormerSlug(db: Database, slug: string): Promise<{ redirectTo: string } | null> {
  const [row] = await db
    .select({ redirectTo: events.slug })
    .from(eventSlugs)
    .innerJoin(events, eq(events.id, eventSlugs.eventId))
    .where(eq(eventSlugs.slug, slug));
  return row ?? null;
}

const timeColumns = {
  id: eventOccurrences.id,
  startsAt: eventOccurrences.startsAt,
  endsAt: eventOccurrences.endsAt,
  allDay: occurrenceAllDay,
  status: occurrenceStatus,
  title: eventOccurrences.title,
  location: eventOccurrences.location,
  note: eventOccurrences.note,
  previousStartsAt: eventOccurrences.previousStartsAt,
};

async function readTimes(db: Database, { id }: Event, now: Date): Promise<TimeRow[]> {
  return db
    .select(timeColumns)
    .from(eventOccurrences)
    .innerJoin(events, eq(events.id, eventOccurrences.eventId))
    .where(and(eq(eventOccurrences.eventId, id), sql`${occurrenceEnd} > ${now.toISOString()}::timestamptz`))
    .orderBy(asc(eventOccurrences.startsAt))
    .limit(maxTimes);
}

async function readLastTime(db: Database, { id }: Event): Promise<TimeRow[]> {
  return db
    .select(timeColumns)
    .from(eventOccurrences)
    .innerJoin(events, eq(events.id, eventOccurrences.eventId))
    .where(eq(eventOccurrences.eventId, id))
    .orderBy(desc(eventOccurrences.startsAt))
    .limit(1);
}

type TimeRow = Omit<EventTime, 'startDate' | 'endDate' | 'previousStartDate'> & {
  startsAt: Date;
  endsAt: Date | null;
  allDay: boolean;
  previousStartsAt: Date | null;
};

function toTime({ startsAt, endsAt, previousStartsAt, allDay: _, ...row }: TimeRow): EventTime {
  return {
    ...row,
    startDate: startsAt.toISOString(),
    endDate: endsAt?.toISOString() ?? null,
    previousStartDate: previousStartsAt?.toISOString() ?? null,
  };
}

async function findHost(
  db: Database,
  { businessId }: Event,
  now: Date,
): Promise<Pick<EventDetail, 'host' | 'hasPremiumHost'>> {
  if (businessId === null) return { host: null, hasPremiumHost: false };
  const [row] = await db
    .select({ slug: businesses.slug, name: businesses.name, until: businesses.premiumExpiresAt })
    .from(businesses)
    .where(and(eq(businesses.id, businessId), eq(businesses.status, 'approved')));
  if (row === undefined) return { host: null, hasPremiumHost: false };
  const { until, ...host } = row;
  return { host, hasPremiumHost: until !== null && until > now };
}

/** The event's own position; otherwise that of the one listing that its location names. */
async function findPlace(
  db: Database,
  { location, latitude, longitude }: Event,
): Promise<Pick<EventDetail, 'latitude' | 'longitude' | 'business'>> {
  const own = { latitude, longitude };
  const name = venueName(location);
  const key = name === null ? '' : nameKey(name);
  if (key === '') return { ...own, business: null };
  const found = await db
    .select({
      slug: businesses.slug,
      name: businesses.name,
      latitude: businesses.latitude,
      longitude: businesses.longitude,
    })
    .from(businesses)
    .where(and(eq(businesses.nameKey, key), eq(businesses.status, 'approved')))
    .limit(2);
  const [listing] = found;
  // Two branches with one name: nobody knows which is meant.
  if (listing === undefined || found.length > 1) return { ...own, business: null };
  const position = latitude === null ? { latitude: listing.latitude, longitude: listing.longitude } : own;
  return { ...position, business: { slug: listing.slug, name: listing.name } };
}
