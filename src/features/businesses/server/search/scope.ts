/** The categories as searches need them: what a search is limited to, and which words stand for which category. */
import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import type { CategoryRow } from './read-words.ts';

interface CategoryWords extends Record<string, unknown> {
  id: string;
  code: string;
  lexemes: string[];
}

/** By id and name: what a name is stemmed to never changes, and every search needs it. */
const knownWords = new Map<string, CategoryWords>();

async function readWords(db: Pick<Database, 'execute'>, rows: readonly CategoryRow[]): Promise<CategoryWords[]> {
  const unknown = rows.filter(({ id, name }) => !knownWords.has(`${id} ${name}`));
  if (unknown.length > 0) {
    const names = new Map(unknown.map(({ id, name }) => [id, name]));
    const asked = await db.execute<CategoryWords>(sql`
      select id, search_category_code(id) as code, tsvector_to_array(to_tsvector('search_prose', search_spread(name))) as lexemes
      from unnest(${sql.param([...names.keys()])}::uuid[], ${sql.param([...names.values()])}::text[]) as category (id, name)`);
    for (const words of asked.rows) knownWords.set(`${words.id} ${names.get(words.id)}`, words);
  }
  return rows.flatMap(({ id, name }) => knownWords.get(`${id} ${name}`) ?? []);
}

export interface Scope {
  /** null: every category. */
  categoryId: string | null;
  /** The lexeme its listings carry. */
  categoryCode: string | null;
  /** Approved listings in it. */
  size: number;
  /** Codes of the categories in scope whose name has this lexeme: a listing has one category, so others would match nothing. */
  codesByLexeme: ReadonlyMap<string, readonly string[]>;
  /** Approved listings by code. */
  sizeByCode: ReadonlyMap<string, number>;
}

/** null: there is no such category. `category` is an id or a slug; 'all' and '' mean every category. */
export async function findScope(
  db: Pick<Database, 'execute'>,
  rows: readonly CategoryRow[],
  category: string | undefined,
): Promise<Scope | null> {
  const chosen = category === undefined || category === '' || category === 'all' ? null : category.toLowerCase();
  const limitedTo = rows.filter(({ id, slug }) => chosen === null || id === chosen || slug === chosen);
  if (chosen !== null && limitedTo.length === 0) return null;
  const words = await readWords(db, rows);
  const inScope = chosen === null ? words : words.filter(({ id }) => id === limitedTo[0]?.id);
  const codesByLexeme = new Map<string, string[]>();
  for (const { lexemes, code } of inScope) {
    for (const name of lexemes) codesByLexeme.set(name, [...(codesByLexeme.get(name) ?? []), code]);
  }
  return {
    categoryId: chosen === null ? null : (limitedTo[0]?.id ?? null),
    categoryCode: chosen === null ? null : (inScope[0]?.code ?? null),
    size: limitedTo.reduce((sum, { approved }) => sum + approved, 0),
    codesByLexeme,
    sizeByCode: new Map(inScope.map(({ id, code }) => [code, rows.find((row) => row.id === id)?.approved ?? 0])),
  };
}
