import { and, asc, eq, type SQL } from 'drizzle-orm';
import { validate as isUuid } from 'uuid';
import type { Database } from '#server/db/client.ts';
import { businesses, businessPhotos, businessSlugs, categories } from '#server/db/schema/index.ts';
import { addDays } from '#shared/dates.ts';
import type { Business } from '../contract.ts';
import { pageColumns, toPage } from './business-columns.ts';

/** An approved business by its slug; by a former slug, the slug it has now; null when there is none. */
export async function findBusinessBySlug(
  db: Database,
  slug: string,
  now: Date,
): Promise<Business | { redirectTo: string } | null> {
  const isIt = and(eq(businesses.slug, slug), eq(businesses.status, 'approved'));
  return (await readBusiness(db, isIt, now)) ?? findByFormerSlug(db, slug);
}

/** A business by its id whatever its state; null when there is none. Who may see it is the caller's question. */
export async function findBusinessById(db: Database, id: string, now: Date): Promise<Business | null> {
  return isUuid(id) ? readBusiness(db, eq(businesses.id, id), now) : null;
}

async function readBusiness(db: Database, isIt: SQL | undefined, now: Date): Promise<Business | null> {
  const [row] = await db
    .select(pageColumns(now))
    .from(businesses)
    .innerJoin(categories, eq(categories.id, businesses.categoryId))
    .where(isIt);
  if (row === undefined) return null;
  const photos = await db
    .select({ url: businessPhotos.url, alt: businessPhotos.alt })
    .from(businessPhotos)
    .where(eq(businessPhotos.businessId, row.id))
    .orderBy(asc(businessPhotos.position));
  // The city's day is at most one behind this one.
  const yesterday = addDays(now.toISOString().slice(0, 10), -1);
  const business = toPage(row);
  return { ...business, closures: business.closures.filter(({ to }) => to >= yesterday), photos };
}

async function findByFormerSlug(db: Database, slug: string): Promise<{ redirectTo: string } | null> {
  const [row] = await db
    .select({ redirectTo: businesses.slug })
    .from(businessSlugs)
    .innerJoin(businesses, eq(businesses.id, businessSlugs.businessId))
    .where(and(eq(businessSlugs.slug, slug), eq(businesses.status, 'approved')));
  return row ?? null;
}
