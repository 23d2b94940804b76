import { and, desc, eq, gt, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses, categories } from '#server/db/schema/index.ts';
import { addDays } from '#shared/dates.ts';
import type { Closures } from '../closures.ts';
import type { ListedBusiness } from '../contract.ts';
import { summaryColumns, toSummary } from './business-columns.ts';

const maxFeatured = 12;

/** 'Newest Members': the newest approved businesses that are premium or marked by staff, at most 12. */
export async function readFeaturedBusinesses(db: Database, now: Date): Promise<ListedBusiness[]> {
  const rows = await db
    .select({ ...summaryColumns(now), hours: businesses.hours, closures: businesses.closures })
    .from(businesses)
    .innerJoin(categories, eq(categories.id, businesses.categoryId))
    .where(
      and(
        eq(businesses.status, 'approved'),
        or(eq(businesses.featuredByStaff, true), gt(businesses.premiumExpiresAt, now)),
      ),
    )
    // As the index has it: without 'nulls last' all featured businesses would be read and sorted.
    .orderBy(sql`${businesses.approvedAt} desc nulls last`, desc(businesses.id))
    .limit(maxFeatured);
  // In the city it may still be yesterday.
  const yesterday = addDays(now.toISOString().slice(0, 10), -1);
  return rows.map((row) => ({
    ...toSummary(row),
    hours: row.hours as ListedBusiness['hours'],
    closures: (row.closures as Closures).filter(({ to }) => to >= yesterday),
    distanceMiles: null,
  }));
}
