import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { estimateMatches } from './estimate.ts';
import type { Search } from './matches.ts';

const mostFound = 40;
/** Matches anywhere that are worth a look at their names. */
const mostRead = 1_000;
const listingsRead = 4_000;

/**
 * Ids of listings that have all words in their names, premium first, then by name, at most 40. The word index does not
 * know in which field a word stands: when many listings have the words anywhere, only some thousand are looked at.
 */
export async function findByNameWords(db: Database, search: Search): Promise<string[]> {
  const { query, now } = search;
  const estimate = await estimateMatches(db, search);
  const isRare = estimate === null || estimate.literal <= mostRead;
  const isPremium = sql`coalesce(premium_until > ${now.toISOString()}, false)`;
  const listings = isRare
    ? sql`search_docs`
    : sql`(
        (select * from search_docs where premium_until > ${now.toISOString()} order by place limit ${listingsRead})
        union all
        (select * from search_docs where premium_until is null order by place limit ${listingsRead})
      ) as listing`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select business_id as id from ${listings} where words @@ ${query.inName}::tsquery
    order by ${isPremium} desc, name_sort, business_id limit ${mostFound}`);
  return rows.map(({ id }) => id);
}
