/** Words of the listings and of the vocabulary that look like a typed one. */
import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';

interface NearWord {
  lexeme: string;
  /** Listings that hold it. */
  docs: number;
  /** Phrases of the vocabulary that have it. */
  uses: number;
}
export type NearWords = ReadonlyMap<string, NearWord>;

const none: NearWords = new Map();
/** Slips in words outside of this are not looked for. */
const minLetters = 3;
const maxLetters = 40;

/** Swapped neighbors and doubled letters share few trigrams with the right word; these are looked up as they are. */
function nearMisses(word: string): string[] {
  const letters = [...word];
  return letters.flatMap((letter, index) => {
    const without = letters.toSpliced(index, 1).join('');
    const next = letters[index + 1];
    return next === undefined ? [without] : [without, letters.toSpliced(index, 2, next, letter).join('')];
  });
}

/** 'homedepot' as 'home', 'depot'; and so on for each place to cut. */
export function halves(word: string): [string, string][] {
  const cuts: [string, string][] = [];
  for (let at = 3; at <= word.length - 3; at += 1) cuts.push([word.slice(0, at), word.slice(at)]);
  return cuts;
}

const searchNear = prepared((db) =>
  db
    .select({
      typed: sql<string>`typed`,
      word: sql<string>`word`,
      lexeme: sql<string>`lexeme`,
      docs: sql<number>`docs`,
      uses: sql<number>`uses`,
    })
    .from(sql`search_near(${sql.placeholder('unknown')}, ${sql.placeholder('exactOf')}, ${sql.placeholder('exact')})`)
    .prepare('search_near'),
);

async function askNearWords(db: Database, doubted: readonly string[]): Promise<Map<string, Map<string, NearWord>>> {
  const exact = doubted.flatMap((typed) =>
    [...new Set([...nearMisses(typed), ...halves(typed).flat()])].map((word) => ({ typed, word })),
  );
  const rows = await searchNear(db).execute({
    unknown: [...doubted],
    exactOf: exact.map(({ typed }) => typed),
    exact: exact.map(({ word }) => word),
  });
  const found = new Map(doubted.map((word) => [word, new Map<string, NearWord>()]));
  for (const { typed, word, lexeme, docs, uses } of rows) {
    const near = found.get(typed);
    const known = near?.get(word);
    near?.set(word, { lexeme, docs: Math.max(docs, known?.docs ?? 0), uses: Math.max(uses, known?.uses ?? 0) });
  }
  return found;
}

interface Remembered {
  version: number;
  until: number;
  near: NearWords;
}

const maxRemembered = 2_000;
/** The vocabulary's number moves on a moment before what it counts is there to be seen. */
const rememberedMs = 10_000;
const memories = new WeakMap<object, Map<string, Remembered>>();

/**
 * For each of the `doubted` words what looks like it. Names of towns and chains come again in search after search, and looking for
 * their like is the dearest part of one: answers are kept as long as the `version` is the same, for seconds.
 */
export async function readNearWords(
  db: Database,
  doubted: readonly string[],
  version: number,
): Promise<(word: string) => NearWords> {
  const memory = memories.get(db) ?? new Map<string, Remembered>();
  memories.set(db, memory);
  const now = Date.now();
  const found = new Map<string, NearWords>();
  const asked = new Set<string>();
  for (const word of doubted) {
    if (word.length < minLetters || word.length > maxLetters) continue;
    const kept = memory.get(word);
    if (kept && kept.version === version && kept.until > now) found.set(word, kept.near);
    else asked.add(word);
  }
  if (asked.size > 0) {
    for (const [word, near] of await askNearWords(db, [...asked])) {
      found.set(word, near);
      if (memory.size >= maxRemembered) memory.clear();
      memory.set(word, { version, until: now + rememberedMs, near });
    }
  }
  return (word) => found.get(word) ?? none;
}
