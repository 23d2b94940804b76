import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { recommendations } from '#server/db/schema/index.ts';
import { formatMonth, monthOf } from '#shared/dates.ts';
import type { Business } from '../contract.ts';

const maxShown = 50;

const shownRecommendations = prepared((db) => {
  const { id, name, text, answer, confirmedAt, createdAt, businessId, status } = recommendations;
  return db
    .select({ id, name, text, answer, confirmedAt, createdAt })
    .from(recommendations)
    .where(and(eq(businessId, sql.placeholder('businessId')), eq(status, 'shown')))
    .orderBy(desc(confirmedAt), desc(id))
    .limit(maxShown)
    .prepare('shown_recommendations');
});

/** Residents' good words for a listing, newest first. */
export async function readRecommendations(
  db: Database,
  businessId: string,
  timeZone: string,
): Promise<Business['recommendations']> {
  const rows = await shownRecommendations(db).execute({ businessId });
  return rows.map(({ confirmedAt, createdAt, ...shown }) => ({
    ...shown,
    month: formatMonth(monthOf(confirmedAt ?? createdAt, timeZone)),
  }));
}
