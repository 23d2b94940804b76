import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { editDistance } from './edit-distance.ts';

interface KnownWord extends Record<string, unknown> {
  word: string;
  docs: number;
}

/** Slips that are believed: one in a short word, three in a long one. */
function mostSlips(length: number): number {
  if (length <= 4) return 1;
  return length <= 7 ? 2 : 3;
}

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
function halves(word: string): [string, string][] {
  const cuts: [string, string][] = [];
  for (let at = 3; at <= word.length - 3; at += 1) cuts.push([word.slice(0, at), word.slice(at)]);
  return cuts;
}

async function readCandidates(db: Pick<Database, 'execute'>, word: string, exact: readonly string[]) {
  const { rows } = await db.execute<KnownWord>(sql`
    (select word, docs from search_words
      where word % ${word} and length(word) between ${word.length - 3} and ${word.length + 3}
      order by similarity(word, ${word}) desc, docs desc limit 40)
    union all
    (select word, docs from search_words where word = any (${sql.param(exact)}::text[]))`);
  return new Map(rows.map((row) => [row.word, row.docs]));
}

/** Fewest slips first; among them the words that more listings hold. */
function nearest(word: string, docs: ReadonlyMap<string, number>) {
  return [...docs]
    .map(([candidate, count]) => {
      const slips = editDistance(word, candidate);
      const otherStart = word[0] === candidate[0] ? 0 : 0.6;
      return { candidate, count, slips, cost: slips + otherStart - 0.15 * Math.log10(count + 1) };
    })
    .toSorted((a, b) => a.cost - b.cost || (a.candidate < b.candidate ? -1 : 1));
}

/**
 * The word or two words that somebody meant who typed a word no listing holds; null when nothing is near enough.
 * `alsoKnown`: words that find something though no listing has them, because they have synonyms.
 */
export async function correctWord(
  db: Pick<Database, 'execute'>,
  word: string,
  alsoKnown: Iterable<string>,
): Promise<string[] | null> {
  if (word.length < 3 || word.length > 40) return null;
  const cuts = halves(word);
  const docs = await readCandidates(db, word, [...new Set([...nearMisses(word), ...cuts.flat()])]);
  for (const known of alsoKnown) if (!docs.has(known)) docs.set(known, 0);
  const near = nearest(word, docs).find(({ slips }) => slips <= mostSlips(word.length));
  if (near && near.slips <= 1) return [near.candidate];
  const best = cuts
    .map((pair) => ({ pair, count: Math.min(...pair.map((half) => docs.get(half) ?? 0)) }))
    .toSorted((a, b) => b.count - a.count)[0];
  if (best && best.count > 0) return best.pair;
  return near ? [near.candidate] : null;
}

/**
 * Words near `word` that at least as many listings have: listings misspell words too, 'resturant' stands in a few names but
 * means the word of thousands. The nearest first.
 */
export async function commonSpellings(
  db: Pick<Database, 'execute'>,
  word: string,
  { atLeast, most }: { atLeast: number; most: number },
): Promise<string[]> {
  if (word.length < 3 || word.length > 40) return [];
  const mostBelieved = word.length < 8 ? 1 : 2;
  return nearest(word, await readCandidates(db, word, nearMisses(word)))
    .filter(({ slips, count }) => slips > 0 && slips <= mostBelieved && count >= atLeast)
    .filter(({ candidate }) => candidate[0] === word[0])
    .slice(0, most)
    .map(({ candidate }) => candidate);
}
