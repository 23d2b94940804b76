import { and, desc, eq, gte } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { announcements } from '#server/db/schema/index.ts';
import { dayOf } from '#shared/dates.ts';
import type { Business } from '../contract.ts';
import type { TownClock } from './read-offers.ts';

/** Those whose last day is not over in the town, newest first. */
export async function readAnnouncements(
  db: Database,
  businessId: string,
  { now, timeZone }: TownClock,
): Promise<Business['announcements']> {
  const rows = await db
    .select()
    .from(announcements)
    .where(
      and(
        eq(announcements.businessId, businessId),
        eq(announcements.status, 'shown'),
        gte(announcements.until, dayOf(now, timeZone)),
      ),
    )
    .orderBy(desc(announcements.createdAt), desc(announcements.id));
  return rows.map(({ text, url, until, createdAt }) => ({ text, url, until, createdAt: createdAt.toISOString() }));
}
