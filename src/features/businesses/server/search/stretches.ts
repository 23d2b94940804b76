/** A stretch of a long list: the matches in some slices, which the word index finds without reading the rest. */
import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { filled, mostConditions, type Search } from './matches.ts';
import { keysOf, powerOfTwo, sliceCount } from './slices.ts';

/** About so many are ranked together: some pages. */
const wantedMatches = 200;
/** So few are found and ranked sooner than slices are told apart. */
const fewMatches = 800;

/** Slices of each stretch of a list with about so many matches. */
export function slicesFor(matches: number): number {
  return matches <= fewMatches ? sliceCount : powerOfTwo((wantedMatches * sliceCount) / matches);
}

interface Stretch {
  premium: boolean;
  /** Conditions for the word index that all hold, at most `mostConditions` and two more. */
  byIndex: readonly string[];
  /** The place it begins after. */
  after: number;
  /** Its first slice, a multiple of `slices`. */
  from: number;
  slices: number;
}

const searchStretch = prepared((db) => {
  const given = sql.placeholder;
  return db
    .select({ id: sql<string>`id` })
    .from(sql`search_stretch(${given('literal')}::tsquery, ${given('widened')}::tsquery, ${given('byIndex')}::text[]::tsquery[],
      ${given('slices')}::integer[], ${given('categoryId')}, ${given('plain')}, ${given('now')}, ${given('premium')},
      ${given('after')})`)
    .prepare('search_stretch');
});

/** Ids, best first. */
export async function readStretch(
  db: Database,
  { query, scope, now }: Search,
  { premium, byIndex, after, from, slices }: Stretch,
): Promise<string[]> {
  const rows: { id: string }[] = await searchStretch(db).execute({
    literal: query.literal === query.widened ? null : query.literal,
    widened: query.widened,
    byIndex: filled(byIndex, mostConditions + 2),
    slices: slices === sliceCount ? null : keysOf(from, slices),
    categoryId: scope.categoryId,
    plain: query.plain,
    now: now.toISOString(),
    premium,
    after,
  });
  return rows.map(({ id }) => id);
}
