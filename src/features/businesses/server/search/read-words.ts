import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';

/** What the database knows of one typed word. */
export interface WordRow {
  /** Number of the piece it was typed in, from 1. */
  piece: number;
  word: string;
  lexeme: string;
  /** Without letters, or a single one: taken as it is. */
  isFixed: boolean;
  /** Listings that hold its lexeme, as last counted. */
  docs: number;
  /** Words that begin with it, frequent ones first; only for the very last word. */
  beginsLike: readonly { lexeme: string; docs: number }[] | null;
}

export interface CategoryRow {
  id: string;
  slug: string;
  name: string;
  /** Approved listings in it. */
  approved: number;
}

/** All that a search asks the database before it looks for listings, in one statement. */
export interface Question {
  categories: CategoryRow[];
  /** The words of the pieces in their order, then those of the neighbors written as one word. */
  words: WordRow[];
  /** All pieces as names are sorted. */
  plain: string;
  /** Moves on whenever words are learned or counted again. */
  vocabulary: number;
}

const mostBeginnings = 12;

export function isKnown({ isFixed, docs }: WordRow): boolean {
  return isFixed || docs > 0;
}

const searchQuestion = prepared((db) =>
  db
    .select({
      categories: sql<CategoryRow[] | null>`categories`,
      words: sql<WordRow[] | null>`words`,
      plain: sql<string | null>`plain`,
      vocabulary: sql<number | null>`vocabulary`,
    })
    .from(sql`search_question(${sql.placeholder('pieces')}, ${sql.placeholder('pairs')}, ${mostBeginnings}::integer)`)
    .prepare('search_question'),
);

/** `pieces` come from cleanSearch; the joined neighbors are numbered on after them and are never the last word. */
export async function readQuestion(db: Database, pieces: readonly string[]): Promise<Question> {
  const pairs = pieces.slice(0, -1).map((piece, index) => `${piece}${pieces[index + 1]}`);
  const rows = await searchQuestion(db).execute({ pieces, pairs });
  const { categories, words, plain, vocabulary } = rows[0] ?? {};
  return { categories: categories ?? [], words: words ?? [], plain: plain ?? '', vocabulary: vocabulary ?? 0 };
}
