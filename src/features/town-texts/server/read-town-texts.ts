/** Reads the town's few hundred texts, once after each change of them. */
import { and, asc, desc, eq, lte, ne, sql } from 'drizzle-orm';
import type { CityPack } from '#server/city-pack.ts';
import type { Database } from '#server/db/client.ts';
import { articles, eventOccurrences, events } from '#server/db/schema/index.ts';
import { keptUntilChange } from '#server/http/kept-until-change.ts';
import { dateBadge, dayOf, formatDate, formatTime, instantAt, wallTime } from '#shared/dates.ts';
import { plainText } from '#shared/html-to-text.ts';
import { type TownIndex, townIndex } from './town-index.ts';
import { townPages } from './town-pages.ts';
import type { TownText } from './town-text.ts';

export interface TownSources {
  db: Database;
  city: CityPack;
  now: () => Date;
}

const maxEvents = 500;
/** A Friday's events belong to the weekend from this hour on, as on the page of events. */
const eveningHour = 17;
/** An event that is still on at this hour is one of the evening, too. */
const stillOnHour = 19;
/** The number of future times that are read for each event: a quarter of a year of what is on each week. */
const timesAhead = 12;
/** So many of them are found by words. The index is read again long before two of them are over. */
const timesByWords = 2;
const maxArticles = 500;
const maxBody = 4_000;

/** The index of all texts. It is read again when events, articles or the city's settings change, and at midnight. */
export const readTownIndex: (from: TownSources) => Promise<TownIndex> = keptUntilChange(
  ['events', 'articles', 'city'],
  ({ db }: TownSources) => db,
  async ({ db, city, now }) => {
    const [ofEvents, ofArticles] = await Promise.all([readEvents(db, city, now()), readArticles(db, city, now())]);
    return townIndex([...ofEvents, ...ofArticles, ...townPages(city)]);
  },
);

async function readEvents(db: Database, city: CityPack, now: Date): Promise<TownText[]> {
  const { timeZone } = city.facts;
  // Without an end, an event is over three hours after its start; a whole day after 24.
  const end = sql<string>`coalesce(${eventOccurrences.endsAt}, ${eventOccurrences.startsAt} + case when ${events.allDay} then interval '24 hours' else interval '3 hours' end)`;
  const upcoming = db
    .select({
      id: eventOccurrences.id,
      eventId: eventOccurrences.eventId,
      slug: events.slug,
      title: sql<string>`coalesce(${eventOccurrences.title}, ${events.title})`.as('shown_title'),
      location: sql<string>`coalesce(${eventOccurrences.location}, ${events.location})`.as('shown_location'),
      description: events.description,
      category: events.category,
      organizer: events.organizer,
      allDay: events.allDay,
      startsAt: eventOccurrences.startsAt,
      endMs: sql<number>`(extract(epoch from ${end}) * 1000)::float8`.as('end_ms'),
      place:
        sql<number>`(row_number() over (partition by ${eventOccurrences.eventId} order by ${eventOccurrences.startsAt}))::int`.as(
          'place',
        ),
    })
    .from(eventOccurrences)
    .innerJoin(events, eq(events.id, eventOccurrences.eventId))
    .where(and(sql`${end} > ${now}`, ne(events.status, 'cancelled'), ne(eventOccurrences.status, 'cancelled')))
    .as('upcoming');
  const rows = await db
    .select()
    .from(upcoming)
    .where(lte(upcoming.place, timesAhead))
    // Later times of many series leave room for the first of each event.
    .orderBy(sql`${upcoming.place} > ${timesByWords}`, asc(upcoming.startsAt), asc(upcoming.id))
    .limit(maxEvents);
  const inTime = rows.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  return inTime.map((row): TownText => {
    const starts = wallTime(row.startsAt, timeZone);
    const stillOn = instantAt({ ...starts, hour: stillOnHour, minute: 0 }, timeZone).getTime();
    const { weekday, month, day } = dateBadge(row.startsAt, timeZone);
    const time = row.allDay ? 'all day' : formatTime(row.startsAt, timeZone);
    return {
      kind: 'event',
      title: row.title,
      href: `/events/${row.slug}`,
      note: [`${weekday}, ${month} ${day}, ${time}`, row.location].filter(Boolean).join(' · '),
      also: `${row.location} ${row.category} event`,
      body: `${plainText(row.description).slice(0, maxBody)} ${row.organizer ?? ''}`,
      same: row.eventId,
      day: dayOf(row.startsAt, timeZone),
      isLater: row.place > timesByWords,
      isLate: starts.hour >= eveningHour || row.endMs > stillOn,
      endsAt: row.endMs,
    };
  });
}

async function readArticles(db: Database, city: CityPack, now: Date): Promise<TownText[]> {
  const rows = await db
    .select({
      slug: articles.slug,
      title: articles.title,
      excerpt: articles.excerpt,
      content: sql<string>`left(${articles.content}, ${2 * maxBody})`,
      category: articles.category,
      publishAt: articles.publishAt,
    })
    .from(articles)
    .where(and(eq(articles.published, true), lte(articles.publishAt, now)))
    .orderBy(desc(articles.publishAt), desc(articles.id))
    .limit(maxArticles);
  return rows.map(
    ({ slug, title, excerpt, content, category, publishAt }): TownText => ({
      kind: 'article',
      title,
      href: `/news/${slug}`,
      note: publishAt && formatDate(publishAt, city.facts.timeZone),
      also: `${category} article`,
      body: `${excerpt} ${plainText(content).slice(0, maxBody)}`,
    }),
  );
}
