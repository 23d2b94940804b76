/** Asks the database what it knows of a search's words: functions/4-read.sql. */
import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { keptUntilChange } from '#server/http/kept-until-change.ts';

export interface CategoryRow {
  id: string;
  slug: string;
  name: string;
  /** Approved listings. */
  count: number;
  /** Not offered; its name and listings are found. */
  isHidden: boolean;
  /** The lexeme its listings carry. */
  code: string;
  /** Its listings carry kinds of this category alone. */
  isKept: boolean;
  /** Lexemes of its name. */
  lexemes: string[];
  /** The same in their order, as one text. */
  stems: string;
}

export interface Token {
  /** From 1. */
  place: number;
  word: string;
  lexeme: string;
  /** Listings that hold it, about. */
  docs: number;
  /** Some listing has it in this very form. */
  isSpelled: boolean;
  /** The vocabulary has it. */
  isWord: boolean;
  /** It has it in this very form. */
  isPhrased: boolean;
  /** A word of English or Spanish. */
  isReal: boolean;
  /** The last word's only: words that begin so. */
  beginnings: Alternatives | null;
}

/** Words that may stand for one, and how many listings hold them, about. */
export interface Alternatives {
  lexemes: string[];
  docs: number;
}

interface Span {
  place: number;
  length: number;
}

export interface PhraseHit extends Span {
  /** A kind's id, or '@' and a category's slug. */
  kind: string;
  /** 2: it means the kind; 1: it may; 0: only phrases that have the word do. */
  strength: 0 | 1 | 2;
  isBrand: boolean;
  /** The phrase's words, in each way that has the stems of the typed ones. */
  spelled: string[];
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

/** Every search needs this of the town. */
interface TownRead {
  categories: CategoryRow[];
  /** Listings that have each property, about. */
  properties: Record<string, number>;
}

export interface WordsRead extends TownRead {
  tokens: Token[];
  joined: { word: string; lexeme: string; docs: number }[];
  phrases: PhraseHit[];
  synonyms: (Span & { lexemes: string[]; kinds: string[]; stems: string; docs: number })[];
  kinds: KindRow[];
}

const searchTown = prepared((db) =>
  db.select({ answer: sql<TownRead>`answer` }).from(sql`search_town() as answer`).prepare('search_town'),
);
const searchRead = prepared((db) =>
  db
    .select({ answer: sql<Omit<WordsRead, keyof TownRead>>`answer` })
    .from(sql`search_read(${sql.placeholder('words')}, ${sql.placeholder('joined')}) as answer`)
    .prepare('search_read'),
);

function onlyAnswer<T>([row]: readonly { answer: T }[]): T {
  if (!row) throw new Error('a function of the search has answered nothing');
  return row.answer;
}

const readTown = keptUntilChange(
  ['businesses', 'categories', 'city'],
  (db: Database) => db,
  async (db) => onlyAnswer(await searchTown(db).execute()),
);

export async function readWords(db: Database, words: readonly string[], joined: readonly string[]): Promise<WordsRead> {
  const asked = searchRead(db).execute({ words: [...words], joined: [...joined] });
  const [rows, { categories, properties }] = await Promise.all([asked, readTown(db)]);
  const { synonyms, ...read } = onlyAnswer(rows);
  // Staff may write a category's name.
  const named = (stems: string) => categories.flatMap((each) => (each.stems === stems ? `@${each.slug}` : []));
  const meant = synonyms.map((each) => ({ ...each, kinds: [...each.kinds, ...named(each.stems)] }));
  return { ...read, categories, properties, synonyms: meant };
}

const searchThere = prepared((db) =>
  db
    .select({
      answer: sql<boolean>`exists (select from search_docs where words @@ ${sql.placeholder('condition')}::tsquery)`,
    })
    .from(sql`(select) as once`)
    .prepare('search_there'),
);

/** Some approved listing matches this text for tsquery. */
export const isThere = async (db: Database, condition: string) =>
  onlyAnswer(await searchThere(db).execute({ condition }));
