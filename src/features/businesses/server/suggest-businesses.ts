import { eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses, categories } from '#server/db/schema/index.ts';
import { cleanSearch, wordsOf } from './search/clean-search.ts';
import { correctWords } from './search/correct-word.ts';
import { readWords, type Token, type WordsRead } from './search/read-words.ts';

interface Suggestion {
  slug: string;
  name: string;
  categoryName: string;
}

const maxSuggestions = 8;

/**
 * Names that begin with what was typed, in the order of names, then names with a word that does, premium first; each
 * name once, at most 8.
 */
export async function suggestBusinesses(db: Database, typed: string): Promise<Suggestion[]> {
  const text = cleanSearch(typed).join(' ');
  const words = wordsOf(text);
  const beginning = await findByBeginning(db, words.join(' '));
  const found = await readSuggestions(db, beginning);
  if (found.length >= maxSuggestions || words.length === 0) return found;
  const more = await readSuggestions(db, await findByNameWords(db, words, new Date()));
  const byName = Map.groupBy([...found, ...more], ({ name }) => name.toLowerCase());
  return [...byName.values()].flatMap(([first]) => first ?? []).slice(0, maxSuggestions);
}

/** Ids of listings that have all words in their names, the last one perhaps half typed. */
async function findByNameWords(db: Database, typed: readonly string[], now: Date): Promise<string[]> {
  const found = await findAsRead(db, typed, { now, doubtsAll: false });
  return found.length > 0 ? found : await findAsRead(db, typed, { now, doubtsAll: true });
}

/** @param doubtsAll also takes real words for misspelled: 'oak hose' is Oak House */
async function findAsRead(
  db: Database,
  typed: readonly string[],
  { now, doubtsAll }: { now: Date; doubtsAll: boolean },
): Promise<string[]> {
  let read = await readWords(db, typed, []);
  const { replaced } = await correctWords(db, doubtsAll ? asUnknown(read) : read);
  if (doubtsAll && replaced.size === 0) return [];
  if (replaced.size > 0)
    read = await readWords(
      db,
      typed.flatMap((word) => replaced.get(word) ?? [word]),
      [],
    );
  const lexemesOf = ({ lexeme, beginnings, docs }: Token) => [
    ...new Set([...(docs > 0 ? [lexeme] : []), ...(beginnings?.lexemes ?? [])]),
  ];
  const units = read.tokens.map(lexemesOf);
  if (units.length === 0 || units.some((lexemes) => lexemes.length === 0)) return [];
  const names = units.map((lexemes) => lexemes.map((lexeme) => `'${lexeme}':A`).join(' | '));
  const docs = read.tokens.map(({ docs, beginnings }) => docs + (beginnings?.docs ?? 0));
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from search_named(${sql.param(names)}::text[], ${sql.param(docs)}::float8[], ${now.toISOString()}) as id`);
  return rows.map(({ id }) => id);
}

/** Words that no listing has, as if nobody knew them. */
function asUnknown(read: WordsRead): WordsRead {
  const tokens = read.tokens.map((token) => (token.docs > 0 ? token : { ...token, isWord: false, isReal: false }));
  return { ...read, tokens, phrases: [], synonyms: [] };
}

/** One listing for each name: chains have thousands of the same, which the index leaps over. */
async function findByBeginning(db: Database, low: string): Promise<string[]> {
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
      where number < ${maxSuggestions}
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
