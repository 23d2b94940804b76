import { asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { adDays, ads } from '#server/db/schema/index.ts';
import { addDays } from '#shared/dates.ts';
import { Problem } from '#shared/problem.ts';
import { adState } from '../ad-state.ts';
import { adStates, type StaffAd, type StaffAdDetail } from '../staff-contract.ts';

const maxAds = 300;
const daysShown = 30;

export const adNotFound = () => new Problem('not_found', 'This ad is not there any more.');

async function readRows(db: Database, today: string, where: SQL | undefined): Promise<StaffAd[]> {
  const total = (column: 'views' | 'clicks') =>
    sql<number>`(select coalesce(sum(${adDays[column]}), 0)::int from ${adDays} where ${adDays.adId} = ${ads.id})`;
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
      startsOn: ads.startsOn,
      endsOn: ads.endsOn,
      active: ads.active,
      version: ads.version,
      views: total('views'),
      clicks: total('clicks'),
    })
    .from(ads)
    .where(where)
    .orderBy(asc(ads.slot), desc(ads.id))
    .limit(maxAds);
  return rows.map((row) => ({ ...row, state: adState(row, today) }));
}

/** Running ads first, then planned, paused and ended ones; newest first within each group. */
export async function listStaffAds(db: Database, today: string): Promise<StaffAd[]> {
  const rows = await readRows(db, today, undefined);
  return rows.toSorted((a, b) => adStates.indexOf(a.state) - adStates.indexOf(b.state));
}

/** @throws Problem 'not_found' */
export async function readStaffAd(db: Database, id: string, today: string): Promise<StaffAdDetail> {
  const [ad] = await readRows(db, today, eq(ads.id, id));
  if (ad === undefined) throw adNotFound();
  const first = addDays(today, 1 - daysShown);
  const counted = await db
    .select({ day: adDays.day, views: adDays.views, clicks: adDays.clicks })
    .from(adDays)
    .where(sql`${adDays.adId} = ${id} and ${adDays.day} between ${first}::date and ${today}::date`);
  const byDay = new Map(counted.map((row) => [row.day, row]));
  const days = Array.from({ length: daysShown }, (_, n) => {
    const day = addDays(first, n);
    return byDay.get(day) ?? { day, views: 0, clicks: 0 };
  });
  return { ...ad, days };
}
