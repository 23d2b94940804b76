/**
 * Counts of listings from beacons. They are collected in the process and added to the daily rows together.
 */
import { and, eq, sql } from 'drizzle-orm';
import { listPage } from '#features/businesses/server/list-businesses.ts';
import { mayManage } from '#features/businesses/server/may-manage.ts';
import { addMisses } from '#features/searches/server/missed-searches.ts';
import type { CityPack } from '#server/city-pack.ts';
import { defineCounts, type Tally } from '#server/counts/count-buffer.ts';
import { visitGuard } from '#server/counts/visit-guard.ts';
import type { Database } from '#server/db/client.ts';
import { businesses } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { dayOf } from '#shared/dates.ts';
import type { ListingAct } from '../contract.ts';
import { searchTerm } from '../search-term.ts';

/** Writes in one order, so that two processes cannot deadlock; skips businesses that are not listed. */
async function writeBusinessDays(db: Database, tallies: readonly Tally[]): Promise<void> {
  const rows = JSON.stringify(tallies.map(({ subject, day, what, count }) => ({ id: subject, day, what, count })));
  const sum = (what: ListingAct) => sql`coalesce(sum(t.count) filter (where t.what = ${what}), 0)`;
  await db.execute(sql`
    insert into business_days as d (business_id, day, views, phone, website, map, share)
    select b.id, t.day, ${sum('view')}, ${sum('phone')}, ${sum('website')}, ${sum('map')}, ${sum('share')}
    from json_to_recordset(${rows}) as t(id uuid, day date, what text, count integer)
    join businesses b on b.id = t.id and b.status = 'approved'
    group by b.id, t.day order by b.id, t.day
    on conflict (business_id, day) do update set views = d.views + excluded.views, phone = d.phone + excluded.phone,
      website = d.website + excluded.website, map = d.map + excluded.map, share = d.share + excluded.share`);
}

/** A listing counts as shown in a search when it is among this many first results. */
const shownFirst = 10;
/** The maximum number of different searches that one flush repeats; other searches are not counted. */
const maxSearches = 40;

/** The town whose searches a database counts: the search reads times and properties as its visitors mean them. */
const towns = new WeakMap<Database, CityPack>();

/**
 * Repeats each search to see which listings it shows first: a visitor's word alone must not put a search on
 * anybody's page. Searches that nothing fits are noted for staff.
 */
async function writeSearchDays(db: Database, tallies: readonly Tally[]): Promise<void> {
  const city = towns.get(db);
  if (city === undefined) return;
  const rows: { id: string; day: string; term: string; count: number }[] = [];
  const misses: { day: string; term: string; count: number }[] = [];
  for (const { subject: term, day, count } of tallies.slice(0, maxSearches)) {
    const page = await listPage(db, { search: term }, { city, now: new Date(), limit: shownFirst });
    if (page.total === 0 || page.closeFrom === 0) misses.push({ day, term, count });
    rows.push(...page.businesses.map(({ id }) => ({ id, day, term, count })));
  }
  await db.execute(sql`
    insert into business_search_days as d (business_id, day, term, shown)
    select b.id, t.day, t.term, sum(t.count)
    from json_to_recordset(${JSON.stringify(rows)}) as t(id uuid, day date, term text, count integer)
    join businesses b on b.id = t.id
    group by b.id, t.day, t.term order by b.id, t.day, t.term
    on conflict (business_id, day, term) do update set shown = d.shown + excluded.shown`);
  await addMisses(db, misses);
}

export const listingCounts = defineCounts(writeBusinessDays);
export const searchCounts = defineCounts(writeSearchDays);

const today = ({ now, city }: ApiRequest) => dayOf(now(), city.facts.timeZone);

/** Visits by staff and by the listing's owner and managers do not count: they are not customers. */
export async function countListingVisit(id: string, what: ListingAct, request: ApiRequest): Promise<void> {
  const { user, db } = request;
  if (user?.role === 'staff') return;
  if (user && (await db.$count(businesses, and(eq(businesses.id, id), mayManage(user.id, 'edit')))) > 0) return;
  if (visitGuard.counts(request, `business ${id} ${what}`))
    listingCounts.add(request, { subject: id, day: today(request), what });
}

export function countSearchVisit(search: string, request: ApiRequest): void {
  const term = searchTerm(search);
  if (term === null || request.user?.role === 'staff' || !visitGuard.counts(request, `search ${term}`)) return;
  towns.set(request.db, request.city);
  searchCounts.add(request, { subject: term, day: today(request), what: 'view' });
}
