import { and, desc, eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { recommendations } from '#server/db/schema/index.ts';
import { formatMonth, monthOf } from '#shared/dates.ts';
import type { Business } from '../contract.ts';

const maxShown = 50;

/** Residents' good words for a listing, newest first. */
export async function readRecommendations(
  db: Database,
  businessId: string,
  timeZone: string,
): Promise<Business['recommendations']> {
  const rows = await db
    .select()
    .from(recommendations)
    .where(and(eq(recommendations.businessId, businessId), eq(recommendations.status, 'shown')))
    .orderBy(desc(recommendations.confirmedAt), desc(recommendations.id))
    .limit(maxShown);
  return rows.map(({ id, name, text, answer, confirmedAt, createdAt }) => ({
    ...{ id, name, text, answer },
    month: formatMonth(monthOf(confirmedAt ?? createdAt, timeZone)),
  }));
}
