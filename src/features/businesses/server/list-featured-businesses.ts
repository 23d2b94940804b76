import { and, desc, eq, gt, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses, categories } from '#server/db/schema/index.ts';
import type { ListedBusiness } from '../contract.ts';
import { listedColumns, toListed } from './business-columns.ts';

const maxFeatured = 12;

/** 'Newest Members': the newest approved businesses that are premium or marked by staff, at most 12. */
export async function readFeaturedBusinesses(db: Database, now: Date): Promise<ListedBusiness[]> {
  const rows = await db
    .select(listedColumns(now))
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
  return rows.map((row) => toListed(row, { now }));
}
