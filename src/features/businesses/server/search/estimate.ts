import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { inScope, type Search } from './matches.ts';

/** How many listings match, about. */
export interface Estimate {
  literal: number;
  widened: number;
}

/** As many matches are ranked together, and counted exactly. */
export const mostRanked = 5_000;

/** With so few listings in scope nothing has to be estimated. */
const alwaysRanked = 5_000;

/** Of a word that so many listings hold, by the last count, so many in the sample tell enough. */
const frequent = { listings: 4 * mostRanked, inSample: 80 };

/**
 * About 20 of them match when `mostRanked` of all do: 1,000 can hardly be taken for more, and not by chance. Where far more are
 * known to match, fewer are looked at.
 */
function sampleSize({ query, scope: { size, categoryId } }: Search): number {
  const isFrequent = categoryId === null && query.least >= frequent.listings;
  const wanted = isFrequent ? (frequent.inSample * size) / query.least : (20 * size) / mostRanked;
  return Math.max(400, Math.ceil(wanted));
}

/**
 * Looks at the first listings in the order of `place`, which is a fair sample of the scope. It is not the planner's estimate
 * because that one multiplies the frequencies of words, and words of one search come together. null: the scope is
 * small.
 */
export async function estimateMatches(db: Database, search: Search): Promise<Estimate | null> {
  const { query, scope } = search;
  if (scope.size <= alwaysRanked) return null;
  const widenedCount =
    query.literal === query.widened ? sql`-1` : sql`(count(*) filter (where words @@ ${query.widened}::tsquery))::int`;
  const { rows } = await db.execute<{ seen: number; literal: number; widened: number }>(sql`
    select count(*)::int as seen,
      (count(*) filter (where words @@ ${query.literal}::tsquery))::int as literal,
      ${widenedCount} as widened
    from (select words from search_docs where true ${inScope(scope)} order by place limit ${sampleSize(search)}) as sample`);
  const { seen = 0, literal = 0, widened = 0 } = rows[0] ?? {};
  const each = scope.size / Math.max(1, seen);
  return { literal: literal * each, widened: (widened < 0 ? literal : widened) * each };
}
