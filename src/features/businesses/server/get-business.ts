import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import {
  announcements,
  businesses,
  businessPhotos,
  businessSlugs,
  categories,
  events,
  recommendations,
} from '#server/db/schema/index.ts';
import { dayOf } from '#shared/dates.ts';
import { maxPhotos } from '../business-photos.ts';
import type { Business } from '../contract.ts';
import { pageColumns, toPage } from './business-columns.ts';
import { holidaysAhead } from './holidays-ahead.ts';
import { readAnnouncements } from './read-announcements.ts';
import { readComingEvents } from './read-coming-events.ts';
import { readShownOffers, type TownClock } from './read-offers.ts';
import { readRecommendations } from './read-recommendations.ts';

/** Most listings have none of these: the statement for a page tells which there are, and only those are asked for. */
function seldomParts(db: Database) {
  const one = { one: sql`1` };
  const { id } = businesses;
  const of = (businessId: PgColumn, ...more: SQL[]) =>
    db
      .select(one)
      .from(businessId.table)
      .where(and(eq(businessId, id), ...more));
  return {
    photos: of(businessPhotos.businessId),
    announcements: of(announcements.businessId, eq(announcements.status, 'shown')),
    events: of(events.businessId, eq(events.status, 'scheduled')),
    recommendations: of(recommendations.businessId, eq(recommendations.status, 'shown')),
  };
}
type SeldomPart = keyof ReturnType<typeof seldomParts>;

const businessPage = prepared((db) => {
  const ifThere = Object.entries(seldomParts(db)).map(
    ([part, rows]) => sql`case when exists ${rows} then ${sql.raw(`'${part}'`)} end`,
  );
  const parts = sql<SeldomPart[]>`array_remove(array[${sql.join(ifThere, sql`, `)}], null)`;
  return db
    .select({ ...pageColumns(sql.placeholder('now')), parts })
    .from(businesses)
    .innerJoin(categories, eq(categories.id, businesses.categoryId))
    .where(and(eq(businesses.slug, sql.placeholder('slug')), eq(businesses.status, 'approved')))
    .prepare('business_page');
});

/** All photos of a listing, or only the one that stands for it. */
const photosOnPage = prepared((db) =>
  db
    .select({ url: businessPhotos.url, alt: businessPhotos.alt })
    .from(businessPhotos)
    .where(
      and(
        eq(businessPhotos.businessId, sql.placeholder('id')),
        sql`(${sql.placeholder('all')}::boolean or ${businessPhotos.url} = ${sql.placeholder('imageUrl')})`,
      ),
    )
    .orderBy(asc(businessPhotos.position), asc(businessPhotos.id))
    .limit(maxPhotos)
    .prepare('business_page_photos'),
);

/** An approved business by its slug; by a former slug, the slug it has now; null when there is none. */
export async function findBusinessBySlug(
  db: Database,
  slug: string,
  clock: TownClock,
): Promise<Business | { redirectTo: string } | null> {
  const { now } = clock;
  const [found] = await businessPage(db).execute({ slug, now: now.toISOString() });
  if (found === undefined) return findByFormerSlug(db, slug);
  const { parts, ...row } = found;
  const { id, isPremium, imageUrl } = row;
  const has = (part: SeldomPart) => parts.includes(part);
  const photos = has('photos') ? await photosOnPage(db).execute({ id, all: isPremium, imageUrl: imageUrl ?? '' }) : [];
  const offers = isPremium ? await readShownOffers(db, id, clock) : [];
  const announcements = has('announcements') ? await readAnnouncements(db, id, clock) : [];
  const events = has('events') ? await readComingEvents(db, id, now) : [];
  const recommendations = has('recommendations') ? await readRecommendations(db, id, clock.timeZone) : [];
  const today = dayOf(now, clock.timeZone);
  const business = toPage(row);
  const closures = business.closures.filter(({ to }) => to >= today);
  const holidays = holidaysAhead({ hours: business.hours, closures }, today);
  return { ...business, closures, holidays, photos, offers, announcements, events, recommendations };
}

async function findByFormerSlug(db: Database, slug: string): Promise<{ redirectTo: string } | null> {
  const [row] = await db
    .select({ redirectTo: businesses.slug })
    .from(businessSlugs)
    .innerJoin(businesses, eq(businesses.id, businessSlugs.businessId))
    .where(and(eq(businessSlugs.slug, slug), eq(businesses.status, 'approved')));
  return row ?? null;
}
