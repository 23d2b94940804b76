/** Better spellings of words that neither a listing nor the vocabulary has. */
import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { editDistance } from '#shared/edit-distance.ts';
import { isSmall, isWeak } from './clean-search.ts';
import type { Token, WordsRead } from './read-words.ts';

interface NearWord {
  lexeme: string;
  /** Listings that hold it. */
  docs: number;
  /** Phrases of the vocabulary that have it. */
  uses: number;
}
type NearWords = ReadonlyMap<string, NearWord>;

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
function halves(word: string): [string, string][] {
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
async function readNearWords(
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

/** Slips that are believed: none in three letters, where every word has neighbors, one in a short word, two in a long one. */
const maxSlips = (length: number) => (length <= 3 ? 0 : length <= 7 ? 1 : 2);

/** Words that are written differently and sound alike have the same key. */
function soundOf(word: string): string {
  return word
    .replace(/ph/g, 'f')
    .replace(/(ck|qu|c(?![eiy])|q)/g, 'k')
    .replace(/c(?=[eiy])/g, 's')
    .replace(/(tion|sion)/g, 'shun')
    .replace(/x/g, 'ks')
    .replace(/wh/g, 'w')
    .replace(/z/g, 's')
    .replace(/y/g, 'i')
    .replace(/(?<=.)[aeiou]+/g, 'a')
    .replace(/(.)\1+/g, '$1')
    .replace(/h/g, '');
}

/** People know how a short word begins: 'bread' is no 'read'. Fingers may still be too quick for one another. */
function mayBegin(word: string, candidate: string): boolean {
  return word.length > 5 || word[0] === candidate[0] || (word[0] === candidate[1] && word[1] === candidate[0]);
}

interface Candidate {
  candidate: string;
  slips: number;
  cost: number;
}

function nearest(word: string, known: NearWords): Candidate[] {
  const max = maxSlips(word.length);
  const sound = soundOf(word);
  const near: Candidate[] = [];
  for (const [candidate, { docs, uses }] of known) {
    const slips = editDistance(word, candidate, 3);
    const soundsAlike = word.length > 4 && soundOf(candidate) === sound;
    if (slips === 0 || (slips > max && !(soundsAlike && slips <= 3)) || !mayBegin(word, candidate)) continue;
    const otherStart = word[0] === candidate[0] ? 0 : 0.6;
    const common =
      0.15 * Math.log10(docs + 1) + (uses > 0 ? 0.2 : 0) + 0.15 * Math.log10(uses + 1) + (soundsAlike ? 0.4 : 0);
    near.push({ candidate, slips, cost: slips + otherStart - common });
  }
  return near.sort((a, b) => a.cost - b.cost || (a.candidate < b.candidate ? -1 : 1));
}

/** The word or two words that somebody meant; null when nothing is near enough. */
function correctWord(word: string, known: NearWords): string[] | null {
  const near = nearest(word, known)[0];
  if (near && near.slips <= 1) return [near.candidate];
  const best = halves(word)
    .map((pair) => ({ pair, docs: Math.min(...pair.map((half) => known.get(half)?.docs ?? 0)) }))
    .toSorted((a, b) => b.docs - a.docs)[0];
  if (best && best.docs > 0) return best.pair;
  return near ? [near.candidate] : null;
}

const isUnknown = ({ word, docs, isWord }: Token) =>
  docs === 0 && !isWord && word.length > 3 && /^\p{L}+$/u.test(word) && !isSmall(word) && !isWeak(word);

/** In some listings' names, but in so few that it may be a slip there, too: 'resturant' stands in real names. */
const isDoubtful = ({ word, docs, isWord }: Token) =>
  docs > 0 && docs <= 3 && !isWord && word.length > 5 && !isWeak(word);

/** `replaced`: words to look for instead; `beside`: lexemes to look for as well. */
export async function correctWords(
  db: Database,
  { tokens, phrases, synonyms, version }: WordsRead,
  doubtsAll = false,
): Promise<{ replaced: Map<string, string[]>; beside: Map<string, string[]> }> {
  const inPhrase = (token: Token) =>
    [...phrases, ...synonyms].some(({ place, length }) => place <= token.place && token.place < place + length);
  const isLost = (token: Token) => isUnknown(token) || (doubtsAll && !token.isWord && isUnknown({ ...token, docs: 0 }));
  const doubted = tokens.filter((token) => !inPhrase(token) && (isLost(token) || isDoubtful(token)));
  const near = await readNearWords(
    db,
    doubted.map(({ word }) => word),
    version,
  );
  const replaced = new Map<string, string[]>();
  const beside = new Map<string, string[]>();
  for (const token of doubted) {
    const known = near(token.word);
    if (isLost(token)) {
      const better = correctWord(token.word, known);
      // A beginning of other words is half typed rather than wrong, unless one slip makes it a word that people know.
      const isHalfTyped =
        (token.beginnings?.length ?? 0) > 0 && !(better?.length === 1 && (known.get(better[0] ?? '')?.uses ?? 0) > 0);
      if (better && !isHalfTyped) replaced.set(token.word, better);
      continue;
    }
    const common = nearest(token.word, known).find(({ candidate, slips }) => {
      const { docs = 0, uses = 0 } = known.get(candidate) ?? {};
      return slips === 1 && candidate[0] === token.word[0] && (docs >= token.docs * 30 || uses > 0);
    });
    if (common) beside.set(token.word, [known.get(common.candidate)?.lexeme ?? common.candidate]);
  }
  return { replaced, beside };
}
