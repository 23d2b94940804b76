import { sql } from 'drizzle-orm';
import { defineCounts, type Tally } from '#server/counts/count-buffer.ts';
import { visitGuard } from '#server/counts/visit-guard.ts';
import type { Database } from '#server/db/client.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { dayOf } from '#shared/dates.ts';

/**
 * Adds to the daily counts; skips an ad that is deleted. Rows are written in one order, so that two processes
 * cannot deadlock.
 */
async function writeAdDays(db: Database, tallies: readonly Tally[]): Promise<void> {
  const rows = JSON.stringify(tallies.map(({ subject, day, what, count }) => ({ ad: subject, day, what, count })));
  await db.execute(sql`
    insert into ad_days (ad_id, day, views, clicks)
    select a.id, t.day, coalesce(sum(t.count) filter (where t.what = 'view'), 0),
      coalesce(sum(t.count) filter (where t.what = 'click'), 0)
    from json_to_recordset(${rows}) as t(ad uuid, day date, what text, count integer)
    join ads a on a.id = t.ad
    group by a.id, t.day order by a.id, t.day
    on conflict (ad_id, day) do update
      set views = ad_days.views + excluded.views, clicks = ad_days.clicks + excluded.clicks`);
}

export const adCounts = defineCounts(writeAdDays);

/** Counts a view or a click. Visits by staff do not count: they look at the page all day. */
export function countAdVisit(id: string, what: 'view' | 'click', request: ApiRequest): void {
  if (request.user?.role === 'staff' || !visitGuard.counts(request, `ad ${id} ${what}`)) return;
  adCounts.add(request, { subject: id, day: dayOf(request.now(), request.city.facts.timeZone), what });
}
