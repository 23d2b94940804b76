import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { sameTrade, wider } from './synonyms.ts';

export interface Synonyms {
  /** What a lexeme, or two with a blank between them, may also be called: each a list of lexemes that have to stand together. */
  byLexeme: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** The words themselves, as people write them, with their lexemes. */
  words: ReadonlyMap<string, string>;
}

let known: Promise<Synonyms> | undefined;

/** The stemmer is asked once for each process: its answers never change. */
export function readSynonyms(db: Pick<Database, 'execute'>): Promise<Synonyms> {
  known ??= stemSynonyms(db).catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  return known;
}

async function stemSynonyms(db: Pick<Database, 'execute'>): Promise<Synonyms> {
  const pairs: [string, string][] = [
    ...sameTrade.flatMap((group) =>
      group.flatMap((word) => group.filter((other) => other !== word).map((other): [string, string] => [word, other])),
    ),
    ...Object.entries(wider).flatMap(([word, others]) => others.map((other): [string, string] => [word, other])),
  ];
  const words = [...new Set(pairs.flat().flatMap((each) => each.split(' ')))];
  const { rows } = await db.execute<{ word: string; lexeme: string | null }>(sql`
    select word, (ts_lexize('search_stem', word))[1] as lexeme from unnest(${sql.param(words)}::text[]) as word`);
  // A number has no stem.
  const lexemes = new Map(rows.map(({ word, lexeme }) => [word, lexeme ?? word]));
  const partsOf = (text: string) => text.split(' ').map((word) => lexemes.get(word) ?? word);
  const synonyms = new Map<string, string[][]>();
  for (const [word, other] of pairs) {
    const from = partsOf(word).join(' ');
    synonyms.set(from, [...(synonyms.get(from) ?? []), partsOf(other)]);
  }
  const single = pairs.flatMap(([word]) => (word.includes(' ') ? [] : [[word, lexemes.get(word) ?? word] as const]));
  return { byLexeme: synonyms, words: new Map(single) };
}
