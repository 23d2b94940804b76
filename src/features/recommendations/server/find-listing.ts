import { and, eq, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses, businessSlugs } from '#server/db/schema/index.ts';
import { Problem } from '#shared/problem.ts';

/** An approved listing by its current or a former slug. @throws Problem 'not_found' */
export async function findListing(db: Database, slug: string) {
  const formerly = db.select({ id: businessSlugs.businessId }).from(businessSlugs).where(eq(businessSlugs.slug, slug));
  const [found] = await db
    .select({ id: businesses.id, slug: businesses.slug, name: businesses.name })
    .from(businesses)
    .where(and(eq(businesses.status, 'approved'), or(eq(businesses.slug, slug), sql`${businesses.id} in ${formerly}`)));
  if (found === undefined) throw new Problem('not_found', 'Business not found');
  return found;
}
