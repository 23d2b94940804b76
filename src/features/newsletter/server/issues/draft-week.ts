/** 'This week in {city}': drafts an issue from everything that is new since the last one. */
import { and, asc, desc, eq, gt, gte, isNotNull, lt, lte, max, ne, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#server/db/client.ts';
import { articles, businesses, eventOccurrences, events, newsletterIssues } from '#server/db/schema/index.ts';
import { formatDate } from '#shared/dates.ts';
import { dayMs } from '#shared/times.ts';
import type { Block } from '../../blocks.ts';
import type { IssueForm } from '../../staff-contract.ts';

const maxItems = { businesses: 5, events: 8, articles: 4 };

/** Leaves out sections without new content. */
export async function draftWeek(
  db: Database,
  { now, cityName, timeZone }: { now: Date; cityName: string; timeZone: string },
): Promise<Omit<IssueForm, 'topics'>> {
  const since = await lastIssueAt(db, now);
  const businessIds = await newBusinesses(db, since);
  const times = await comingTimes(db, now);
  const articleIds = await latestArticles(db, since, now);
  const key = uuidv7;
  const blocks: Block[] = [
    { type: 'text', key: key(), html: `<p>Good morning, neighbors. Here is what is new in ${cityName}.</p>` },
  ];
  const section = (heading: string, block: Block) => blocks.push({ type: 'heading', key: key(), text: heading }, block);
  if (times.length > 0) section('Coming up', { type: 'events', key: key(), times });
  if (businessIds.length > 0) section('New in town', { type: 'businesses', key: key(), ids: businessIds });
  if (articleIds.length > 0) section('Latest news', { type: 'articles', key: key(), ids: articleIds });
  blocks.push(
    { type: 'divider', key: key() },
    { type: 'button', key: key(), label: `See all of ${cityName}`.slice(0, 60), url: '/' },
  );
  // Mail programs put issues with the same subject into one thread.
  const subject = `This week in ${cityName}: ${formatDate(now, timeZone)}`;
  return { subject, preheader: preheader(times, businessIds, articleIds), blocks };
}

/** '3 events, 2 new businesses and 1 article' */
function preheader(...[times, businessIds, articleIds]: { length: number }[]): string {
  const parts = (
    [
      [times, 'event'],
      [businessIds, 'new business'],
      [articleIds, 'article'],
    ] as const
  ).flatMap(([list, word]) => {
    const count = list?.length ?? 0;
    const plural = word.endsWith('s') ? `${word}es` : `${word}s`;
    return count === 0 ? [] : [`${count} ${count === 1 ? word : plural}`];
  });
  return new Intl.ListFormat('en-US').format(parts);
}

/** The first issue looks back one week; after a long silence, an issue looks back one month at most. */
async function lastIssueAt(db: Database, now: Date): Promise<Date> {
  const [row] = await db
    .select({ at: max(newsletterIssues.startedAt) })
    .from(newsletterIssues)
    .where(isNotNull(newsletterIssues.startedAt));
  const last = row?.at ?? new Date(now.getTime() - 7 * dayMs);
  return new Date(Math.max(last.getTime(), now.getTime() - 31 * dayMs));
}

async function newBusinesses(db: Database, since: Date): Promise<string[]> {
  const rows = await db
    .select({ id: businesses.id })
    .from(businesses)
    .where(and(eq(businesses.status, 'approved'), gt(businesses.approvedAt, since)))
    .orderBy(desc(businesses.approvedAt), desc(businesses.id))
    .limit(maxItems.businesses);
  return rows.map(({ id }) => id);
}

/** Events of the next eight days; a series appears once, with its next time. */
async function comingTimes(db: Database, now: Date): Promise<{ eventId: string; startsAt: string }[]> {
  const rows = await db
    .select({ eventId: events.id, startsAt: sql<string>`min(${eventOccurrences.startsAt})` })
    .from(eventOccurrences)
    .innerJoin(events, eq(events.id, eventOccurrences.eventId))
    .where(
      and(
        gte(eventOccurrences.startsAt, now),
        lt(eventOccurrences.startsAt, new Date(now.getTime() + 8 * dayMs)),
        eq(events.status, 'scheduled'),
        ne(eventOccurrences.status, 'cancelled'),
      ),
    )
    .groupBy(events.id)
    .orderBy(asc(sql`min(${eventOccurrences.startsAt})`))
    .limit(maxItems.events);
  return rows.map(({ eventId, startsAt }) => ({ eventId, startsAt: new Date(startsAt).toISOString() }));
}

async function latestArticles(db: Database, since: Date, now: Date): Promise<string[]> {
  const rows = await db
    .select({ id: articles.id })
    .from(articles)
    .where(and(eq(articles.published, true), gt(articles.publishAt, since), lte(articles.publishAt, now)))
    .orderBy(desc(articles.publishAt), desc(articles.id))
    .limit(maxItems.articles);
  return rows.map(({ id }) => id);
}
