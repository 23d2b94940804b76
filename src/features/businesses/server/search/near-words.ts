/** Words of the listings that look like a typed one. */
import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';

/** By word; `docs`: listings that hold it. */
export type NearWords = ReadonlyMap<string, { lexeme: string; docs: number }>;

const none: NearWords = new Map();
/** Slips in words outside of this are not looked for. */
const leastLetters = 3;
const mostLetters = 40;

/** Swapped neighbours and doubled letters share few trigrams with the right word; these are looked up as they are. */
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
    })
    .from(sql`search_near(${sql.placeholder('unknown')}, ${sql.placeholder('known')},
      ${sql.placeholder('exactOf')}, ${sql.placeholder('exact')})`)
    .prepare('search_near'),
);

/** A word to find the like of. */
export interface Doubted {
  word: string;
  /** Some listings hold it: then only words are of interest that many hold. */
  isKnown: boolean;
}

async function askNearWords(
  db: Database,
  doubted: readonly Doubted[],
): Promise<Map<string, Map<string, { lexeme: string; docs: number }>>> {
  const exact = doubted.flatMap(({ word: typed }) =>
    [...new Set([...nearMisses(typed), ...halves(typed).flat()])].map((word) => ({ typed, word })),
  );
  const wordsWhere = (isKnown: boolean) => doubted.filter((each) => each.isKnown === isKnown).map(({ word }) => word);
  const rows = await searchNear(db).execute({
    unknown: wordsWhere(false),
    known: wordsWhere(true),
    exactOf: exact.map(({ typed }) => typed),
    exact: exact.map(({ word }) => word),
  });
  const found = new Map(doubted.map(({ word }) => [word, new Map<string, { lexeme: string; docs: number }>()]));
  for (const { typed, word, lexeme, docs } of rows) found.get(typed)?.set(word, { lexeme, docs });
  return found;
}

interface Remembered {
  vocabulary: number;
  until: number;
  near: NearWords;
}

const mostRemembered = 2_000;
/** The vocabulary's number moves on a moment before what it counts is there to be seen. */
const rememberedMs = 10_000;
const memories = new WeakMap<object, Map<string, Remembered>>();

const keyOf = ({ word, isKnown }: Doubted) => `${isKnown ? 'known' : 'unknown'} ${word}`;

/**
 * For each of the `doubted` words what looks like it. Names of towns and chains come again in search after search, and looking for
 * their like is the dearest part of one: answers are kept as long as the `vocabulary` is the same, for seconds.
 */
export async function readNearWords(
  db: Database,
  doubted: readonly Doubted[],
  vocabulary: number,
): Promise<(word: string) => NearWords> {
  const memory = memories.get(db) ?? new Map<string, Remembered>();
  memories.set(db, memory);
  const now = Date.now();
  const found = new Map<string, NearWords>();
  const asked = new Map<string, Doubted>();
  for (const each of doubted) {
    const { word, isKnown } = each;
    if (word.length < leastLetters || word.length > mostLetters) continue;
    const kept = memory.get(keyOf(each));
    if (kept && kept.vocabulary === vocabulary && kept.until > now) found.set(word, kept.near);
    else asked.set(word, { word, isKnown });
  }
  if (asked.size > 0) {
    for (const [word, near] of await askNearWords(db, [...asked.values()])) {
      found.set(word, near);
      if (memory.size >= mostRemembered) memory.clear();
      memory.set(keyOf(asked.get(word) ?? { word, isKnown: false }), { vocabulary, until: now + rememberedMs, near });
    }
  }
  return (word) => found.get(word) ?? none;
}
