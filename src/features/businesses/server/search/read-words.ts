/** Asks the database what it knows of a search's words: functions/4-read.sql. */
import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import type { Place } from '../../list-query.ts';

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

export interface WordsRead {
  categories: CategoryRow[];
  tokens: Token[];
  joined: { word: string; lexeme: string; docs: number }[];
  phrases: PhraseHit[];
  synonyms: (Span & { lexemes: string[]; kinds: string[]; docs: number })[];
  kinds: KindRow[];
  /** Listings that have each property, about. */
  properties: Record<string, number>;
}

const searchRead = prepared((db) =>
  db
    .select({ answer: sql<WordsRead>`answer` })
    .from(sql`search_read(${sql.placeholder('words')}, ${sql.placeholder('joined')}) as answer`)
    .prepare('search_read'),
);

export async function readWords(db: Database, words: readonly string[], joined: readonly string[]): Promise<WordsRead> {
  const [row] = await searchRead(db).execute({ words: [...words], joined: [...joined] });
  if (!row) throw new Error('search_read has answered nothing');
  return row.answer;
}

/** The facts of the town that searches need. */
export interface Town {
  name: string;
  region: string;
  regionName: string;
  timeZone: string;
  center: Place;
  properties: readonly { key: string; name: string; words: readonly string[] }[];
}

export interface Property {
  key: string;
  name: string;
  /** Its words: several phrases, in stems and as people write them. */
  phrases: { stems: string; spelled: string }[];
}

/** Properties with their words as stems, which change with the pack alone. */
const propertiesKept = new Map<string, Promise<Property[]>>();

export function readProperties(db: Database, { properties }: Town): Promise<Property[]> {
  const key = JSON.stringify(properties);
  const kept = propertiesKept.get(key);
  if (kept) return kept;
  if (propertiesKept.size > 20) propertiesKept.clear();
  const asked = db
    .execute<Property & Record<string, unknown>>(sql`
      select key, name, (
        select json_agg(json_build_object('stems', search_stems(text), 'spelled', search_plain(text))) from unnest(name || words) as text
      ) as phrases
      from json_to_recordset(${key}) as property (key text, name text, words text[])`)
    .then(({ rows }) => rows);
  propertiesKept.set(key, asked);
  asked.catch(() => propertiesKept.delete(key));
  return asked;
}
