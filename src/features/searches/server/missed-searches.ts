import { desc, eq, gte, max, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { searchMisses, searchSynonyms } from '#server/db/schema/index.ts';
import type { MissedSearch } from '../staff-contract.ts';

const maxListed = 100;

interface Miss {
  term: string;
  day: string;
  count: number;
}

/** Adds to the counts by day. Rows are written in one order, so that two processes cannot deadlock. */
export async function addMisses(db: Database, misses: readonly Miss[]): Promise<void> {
  if (misses.length === 0) return;
  await db.execute(sql`
    insert into search_misses as m (term, day, count)
    select t.term, t.day, sum(t.count) from json_to_recordset(${JSON.stringify(misses)}) as t(term text, day date, count integer)
    group by t.term, t.day order by t.term, t.day
    on conflict (term, day) do update set count = m.count + excluded.count`);
}

/** The most frequent since a day, the latest first among equals. */
export async function readMisses(db: Database, since: string): Promise<MissedSearch[]> {
  const times = sql<number>`sum(${searchMisses.count})::integer`;
  const lastDay = max(searchMisses.day);
  const rows = await db
    .select({ term: searchMisses.term, count: times, lastDay, means: max(searchSynonyms.means) })
    .from(searchMisses)
    .leftJoin(searchSynonyms, eq(searchSynonyms.phrase, sql`search_stems(${searchMisses.term})`))
    .where(gte(searchMisses.day, since))
    .groupBy(searchMisses.term)
    .orderBy(desc(times), desc(lastDay), searchMisses.term)
    .limit(maxListed);
  return rows.map((row) => ({ ...row, id: row.term, lastDay: row.lastDay ?? since }));
}
