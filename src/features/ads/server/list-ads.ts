import { and, asc, desc, eq, gte, isNull, lte, or } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { ads } from '#server/db/schema/index.ts';
import { dayOf } from '#shared/dates.ts';
import { minuteMs } from '#shared/times.ts';
import { bannerOfMinute } from '../ad-state.ts';
import type { Ad } from '../contract.ts';

const maxAds = 20;

/**
 * Lists the active ads whose first to last day includes today in the city, at most 20. Banners come before
 * sidebar ads; of the banners, the one whose turn it is; of the others, the heavier, then the older. A slot
 * without an ad shows the page's own invitation.
 */
export async function readAds(db: Database, now: Date, timeZone: string): Promise<Ad[]> {
  const today = dayOf(now, timeZone);
  const rows = await db
    .select({
      id: ads.id,
      slot: ads.slot,
      title: ads.title,
      text: ads.text,
      label: ads.label,
      url: ads.url,
      imageUrl: ads.imageUrl,
      imageAlt: ads.imageAlt,
      weight: ads.weight,
    })
    .from(ads)
    .where(
      and(
        eq(ads.active, true),
        or(isNull(ads.startsOn), lte(ads.startsOn, today)),
        or(isNull(ads.endsOn), gte(ads.endsOn, today)),
      ),
    )
    .orderBy(asc(ads.slot), desc(ads.weight), asc(ads.id))
    .limit(maxAds);
  const banners = rows.filter(({ slot }) => slot === 'banner');
  return [
    ...bannerOfMinute(banners, Math.floor(now.getTime() / minuteMs)),
    ...rows.filter(({ slot }) => slot !== 'banner'),
  ];
}
