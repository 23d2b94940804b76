import { eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses, categories } from '#server/db/schema/index.ts';
import { cleanSearch } from './search/clean-search.ts';
import { findByNameWords } from './search/find-by-name-words.ts';
import { readQuery } from './search/read-query.ts';
import { readQuestion } from './search/read-words.ts';
import { findScope } from './search/scope.ts';

export interface Suggestion {
  slug: string;
  name: string;
  categoryName: string;
}

const mostSuggestions = 8;

/**
 * Names that begin with what was typed, in the order of names, then names with a word that does, premium first; each
 * name once, at most 8.
 */
export async function suggestBusinesses(db: Database, typed: string): Promise<Suggestion[]> {
  const pieces = cleanSearch(typed);
  const beginning = await findByBeginning(db, pieces.join(' '));
  const found = await readSuggestions(db, beginning);
  if (found.length >= mostSuggestions || pieces.length === 0) return found;
  const question = await readQuestion(db, pieces);
  const scope = await findScope(db, question.categories, undefined);
  const query = scope && (await readQuery(db, pieces, question, scope));
  if (!query) return found;
  const more = await readSuggestions(db, await findByNameWords(db, { query, scope, now: new Date() }));
  const byName = Map.groupBy([...found, ...more], ({ name }) => name.toLowerCase());
  return [...byName.values()].flatMap(([first]) => first ?? []).slice(0, mostSuggestions);
}

/** One listing for each name: chains have thousands of the same, which the index leaps over. */
async function findByBeginning(db: Database, typed: string): Promise<string[]> {
  const plain = await db.execute<{ typed: string }>(sql`select search_plain(${typed}) as typed`);
  const low = plain.rows[0]?.typed ?? '';
  if (low === '') return [];
  const isLower = sql`name_sort < ${low} || chr(1114111)`;
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive name as (
      (select name_sort, business_id, 1 as number from search_docs
        where name_sort >= ${low} and ${isLower} order by name_sort, business_id limit 1)
      union all
      select later.name_sort, later.business_id, number + 1
      from name cross join lateral (
        select name_sort, business_id from search_docs
        where name_sort > name.name_sort and ${isLower} order by name_sort, business_id limit 1
      ) as later
      where number < ${mostSuggestions}
    )
    select business_id as id from name order by number`);
  return rows.map(({ id }) => id);
}

async function readSuggestions(db: Database, ids: readonly string[]): Promise<Suggestion[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: businesses.id, slug: businesses.slug, name: businesses.name, categoryName: categories.name })
    .from(businesses)
    .innerJoin(categories, eq(categories.id, businesses.categoryId))
    .where(inArray(businesses.id, [...ids]));
  const byId = new Map(rows.map(({ id, ...suggestion }) => [id, suggestion]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
