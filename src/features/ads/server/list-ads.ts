import { and, asc, desc, gte, isNull, lte, or } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { ads } from '#server/db/schema/index.ts';
import type { Ad } from '../contract.ts';

const maxAds = 20;

/**
 * Those whose first and last day, both included, embrace `today` ('2026-07-04' in the city): banners before sidebars,
 * the heavier first, then the older; at most 20. Slots without one show the page's own invitation.
 */
export function readAds(db: Database, today: string): Promise<Ad[]> {
  return db
    .select({
      id: ads.id,
      slot: ads.slot,
      title: ads.title,
      text: ads.text,
      label: ads.label,
      url: ads.url,
      imageUrl: ads.imageUrl,
    })
    .from(ads)
    .where(and(or(isNull(ads.startsOn), lte(ads.startsOn, today)), or(isNull(ads.endsOn), gte(ads.endsOn, today))))
    .orderBy(asc(ads.slot), desc(ads.weight), asc(ads.id))
    .limit(maxAds);
}
