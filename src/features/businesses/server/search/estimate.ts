import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { filled, indexConditions, mostConditions, type Search } from './matches.ts';
import { keysOf, powerOfTwo, sliceCount } from './slices.ts';

/** Listings, about. */
export interface Matches {
  literal: number;
  widened: number;
}

/** How many listings match, about. */
export interface Estimate extends Matches {
  /** Of premium listings. */
  premium: Matches;
}

/** As many matches are ranked together, and counted exactly. */
export const mostRanked = 2_000;

/** With so few listings in scope nothing has to be estimated. */
const alwaysRanked = 5_000;

/** Some 60 matches are in so many slices when `mostRanked` are in all: 1,000 can hardly be taken for more, and not by chance. */
const mostSampled = 32;
const enoughSeen = 60;
const wantedInSample = 100;

/** Slices that hold enough matches when so many are in `among` slices. */
function slicesWith(matches: number, { among }: { among: number }): number {
  return powerOfTwo(Math.min(mostSampled, Math.ceil((wantedInSample * among) / Math.max(1, matches))));
}

/**
 * Looks at some slices, a fair sample of the scope: at few first, for a frequent word has many matches there already. It is not the
 * planner's estimate because that one multiplies the frequencies of words, and words of one search come together. null: the scope is
 * small.
 */
export async function estimateMatches(db: Database, search: Search): Promise<Estimate | null> {
  const { query, scope } = search;
  if (scope.size <= alwaysRanked) return null;
  let sampled = slicesWith(Math.min(query.most, scope.size), { among: sliceCount });
  for (;;) {
    const { seen, ...estimate } = await sampleSlices(db, search, sampled);
    if (seen >= enoughSeen || sampled === mostSampled) return estimate;
    sampled = Math.max(2 * sampled, slicesWith(seen, { among: sampled }));
  }
}

interface SampleRow {
  matches: number;
  literally: number;
  premium: number;
  premiumLiterally: number;
}

const searchSample = prepared((db) => {
  const given = sql.placeholder;
  return db
    .select({
      matches: sql<number>`matches`,
      literally: sql<number>`literally`,
      premium: sql<number>`premium`,
      premiumLiterally: sql<number>`premium_literally`,
    })
    .from(sql`search_sample(${given('literal')}::tsquery, ${given('byIndex')}::text[]::tsquery[], ${given('slices')}::integer[],
      ${given('categoryId')}, ${given('now')})`)
    .prepare('search_sample');
});

/** Asks the word index for the matches in the first slices. */
async function sampleSlices(
  db: Database,
  { query, scope, now }: Search,
  sampled: number,
): Promise<Estimate & { seen: number }> {
  const rows: SampleRow[] = await searchSample(db).execute({
    literal: query.literal,
    byIndex: filled(indexConditions(query.apart.widened, scope), mostConditions),
    slices: keysOf(0, sampled),
    categoryId: scope.categoryId,
    now: now.toISOString(),
  });
  const each = sliceCount / sampled;
  const { matches = 0, literally = 0, premium = 0, premiumLiterally = 0 } = rows[0] ?? {};
  return {
    seen: matches,
    literal: literally * each,
    widened: matches * each,
    premium: { literal: premiumLiterally * each, widened: premium * each },
  };
}
