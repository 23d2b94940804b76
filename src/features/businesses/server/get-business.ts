import { and, asc, eq, type SQL } from 'drizzle-orm';
import { validate as isUuid } from 'uuid';
import type { Database } from '#server/db/client.ts';
import { businesses, businessPhotos, businessSlugs, categories } from '#server/db/schema/index.ts';
import { addDays } from '#shared/dates.ts';
import { maxPhotos } from '../business-photos.ts';
import type { Business } from '../contract.ts';
import { pageColumns, toPage } from './business-columns.ts';
import { readAnnouncements } from './read-announcements.ts';
import { readComingEvents } from './read-coming-events.ts';
import { readShownOffers, type TownClock } from './read-offers.ts';
import { readRecommendations } from './read-recommendations.ts';

/** An approved business by its slug; by a former slug, the slug it has now; null when there is none. */
export async function findBusinessBySlug(
  db: Database,
  slug: string,
  clock: TownClock,
): Promise<Business | { redirectTo: string } | null> {
  const isIt = and(eq(businesses.slug, slug), eq(businesses.status, 'approved'));
  return (await readBusiness(db, isIt, clock)) ?? findByFormerSlug(db, slug);
}

/** Reads a business in any state by its id; null when there is none. The caller checks who may see it. */
export async function findBusinessById(db: Database, id: string, clock: TownClock): Promise<Business | null> {
  return isUuid(id) ? readBusiness(db, eq(businesses.id, id), clock) : null;
}

async function readBusiness(db: Database, isIt: SQL | undefined, clock: TownClock): Promise<Business | null> {
  const { now } = clock;
  const [row] = await db
    .select(pageColumns(now))
    .from(businesses)
    .innerJoin(categories, eq(categories.id, businesses.categoryId))
    .where(isIt);
  if (row === undefined) return null;
  const photos = await db
    .select({ url: businessPhotos.url, alt: businessPhotos.alt })
    .from(businessPhotos)
    .where(
      and(
        eq(businessPhotos.businessId, row.id),
        row.isPremium ? undefined : eq(businessPhotos.url, row.imageUrl ?? ''),
      ),
    )
    .orderBy(asc(businessPhotos.position), asc(businessPhotos.id))
    .limit(maxPhotos);
  const offers = row.isPremium ? await readShownOffers(db, row.id, clock) : [];
  const announcements = await readAnnouncements(db, row.id, clock);
  const events = await readComingEvents(db, row.id, now);
  const recommendations = await readRecommendations(db, row.id, clock.timeZone);
  // The city's day is at most one behind this one.
  const yesterday = addDays(now.toISOString().slice(0, 10), -1);
  const business = toPage(row);
  const closures = business.closures.filter(({ to }) => to >= yesterday);
  return { ...business, closures, photos, offers, announcements, events, recommendations };
}

async function findByFormerSlug(db: Database, slug: string): Promise<{ redirectTo: string } | null> {
  const [row] = await db
    .select({ redirectTo: businesses.slug })
    .from(businessSlugs)
    .innerJoin(businesses, eq(businesses.id, businessSlugs.businessId))
    .where(and(eq(businessSlugs.slug, slug), eq(businesses.status, 'approved')));
  return row ?? null;
}
