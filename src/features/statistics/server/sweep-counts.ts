import { sql } from 'drizzle-orm';
import type { Services } from '#server/http/serve.ts';
import { addMonths, monthOf } from '#shared/dates.ts';

const monthsKept = 25;

/** Deletes counts that are older than needed to compare a month with the same month two years before. */
export async function sweepCounts({ db, city, now }: Pick<Services, 'db' | 'city' | 'now'>): Promise<void> {
  const first = `${addMonths(monthOf(now(), city.facts.timeZone), -monthsKept)}-01`;
  for (const table of [sql`ad_days`, sql`business_days`, sql`business_search_days`]) {
    await db.execute(sql`delete from ${table} where day < ${first}::date`);
  }
}
