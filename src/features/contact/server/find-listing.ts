import { and, eq, or, type SQL } from 'drizzle-orm';
import { mayManage } from '#features/businesses/server/may-manage.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, businessSlugs } from '#server/db/schema/index.ts';

async function find(db: Database, slug: string, among?: SQL) {
  const listing = { id: businesses.id, slug: businesses.slug, name: businesses.name };
  const [current] = await db
    .select(listing)
    .from(businesses)
    .where(and(eq(businesses.slug, slug), among));
  if (current !== undefined) return current;
  const [former] = await db
    .select(listing)
    .from(businessSlugs)
    .innerJoin(businesses, eq(businesses.id, businessSlugs.businessId))
    .where(and(eq(businessSlugs.slug, slug), among));
  return former ?? null;
}

/** A public listing, or one that the person looks after, by its address or a former one. */
export function findListingFor(db: Database, slug: string, userId: string | undefined) {
  const isPublic = eq(businesses.status, 'approved');
  return find(db, slug, userId === undefined ? isPublic : or(isPublic, mayManage(userId, 'edit')));
}

/** Any listing: staff alone see what the message is about, and the answer tells its sender nothing of it. */
export const findAnyListing = (db: Database, slug: string) => find(db, slug);
