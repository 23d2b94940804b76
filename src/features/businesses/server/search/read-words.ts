/** Asks the database what it knows of a search's words: functions/4-read.sql. */
import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';

export interface CategoryRow {
  id: string;
  slug: string;
  name: string;
  /** Approved listings. */
  count: number;
  /** The lexeme its listings carry. */
  code: string;
  /** Lexemes of its name. */
  lexemes: string[];
}

export interface Token {
  /** From 1. */
  place: number;
  word: string;
  lexeme: string;
  /** Listings that hold it, about. */
  docs: number;
  /** The vocabulary has it. */
  isWord: boolean;
  /** The last word's only: lexemes of words that begin so. */
  beginnings: string[] | null;
}

interface Span {
  place: number;
  length: number;
}

export interface PhraseHit extends Span {
  /** A kind's id, or '@' and a category's slug. */
  kind: string;
  strength: 1 | 2;
  isBrand: boolean;
}

export interface KindRow {
  id: string;
  name: string;
  categories: string[];
  /** Ids of kinds that may stand in for it. */
  near: string[];
  /** The wider kind, where it answers, too. */
  within: string | null;
  /** Listings that are one, about. */
  docs: number;
}

export interface WordsRead {
  categories: CategoryRow[];
  tokens: Token[];
  joined: { word: string; lexeme: string; docs: number }[];
  phrases: PhraseHit[];
  synonyms: (Span & { lexemes: string[]; kinds: string[]; docs: number })[];
  kinds: KindRow[];
  /** Moves on when words are learned or counted again. */
  version: number;
}

const searchRead = prepared((db) =>
  db
    .select({ answer: sql<{ [K in keyof WordsRead]: WordsRead[K] | null }>`answer` })
    .from(sql`search_read(${sql.placeholder('words')}, ${sql.placeholder('joined')}) as answer`)
    .prepare('search_read'),
);

export async function readWords(db: Database, words: readonly string[], joined: readonly string[]): Promise<WordsRead> {
  const [row] = await searchRead(db).execute({ words: [...words], joined: [...joined] });
  const { categories, tokens, joined: known, phrases, synonyms, kinds, version } = row?.answer ?? {};
  return {
    categories: categories ?? [],
    tokens: tokens ?? [],
    joined: known ?? [],
    phrases: phrases ?? [],
    synonyms: synonyms ?? [],
    kinds: kinds ?? [],
    version: version ?? 0,
  };
}

/** The pack's words for properties, as stems; they change with the pack alone. */
const stemsKept = new Map<string, Promise<string[]>>();

export function stemsOf(db: Database, texts: readonly string[]): Promise<string[]> {
  const key = texts.join('\n');
  const kept = stemsKept.get(key);
  if (kept) return kept;
  if (stemsKept.size > 20) stemsKept.clear();
  const asked = db
    .execute<{ stems: string | null }>(
      sql`select search_stems(text) as stems from unnest(${sql.param([...texts])}::text[]) with ordinality as given (text, place) order by place`,
    )
    .then(({ rows }) => rows.map(({ stems }) => stems ?? ''));
  stemsKept.set(key, asked);
  asked.catch(() => stemsKept.delete(key));
  return asked;
}
