import { and, desc, eq, gte, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { announcements } from '#server/db/schema/index.ts';
import { dayOf } from '#shared/dates.ts';
import type { Business } from '../contract.ts';
import type { TownClock } from './read-offers.ts';

const shownAnnouncements = prepared((db) => {
  const { id, text, url, until, createdAt, businessId, status } = announcements;
  return db
    .select({ text, url, until, createdAt })
    .from(announcements)
    .where(
      and(eq(businessId, sql.placeholder('businessId')), eq(status, 'shown'), gte(until, sql.placeholder('today'))),
    )
    .orderBy(desc(createdAt), desc(id))
    .prepare('shown_announcements');
});

/** Announcements whose last day is not over in the town, newest first. */
export async function readAnnouncements(
  db: Database,
  businessId: string,
  { now, timeZone }: TownClock,
): Promise<Business['announcements']> {
  const rows = await shownAnnouncements(db).execute({ businessId, today: dayOf(now, timeZone) });
  return rows.map(({ createdAt, ...shown }) => ({ ...shown, createdAt: createdAt.toISOString() }));
}
