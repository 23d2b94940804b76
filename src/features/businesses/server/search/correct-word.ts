import { editDistance } from './edit-distance.ts';
import { halves, type NearWords } from './near-words.ts';

/** Slips that are believed: none in three letters, where every word has neighbors, one in a short word, three in a long one. */
function mostSlips(length: number): number {
  if (length <= 3) return 0;
  if (length <= 6) return 1;
  return length === 7 ? 2 : 3;
}

/** People know how a short word begins: 'bread' is no 'read'. Fingers may still be too quick for one another. */
function mayBegin(word: string, candidate: string): boolean {
  return word.length > 5 || word[0] === candidate[0] || (word[0] === candidate[1] && word[1] === candidate[0]);
}

interface Candidate {
  candidate: string;
  count: number;
  slips: number;
  cost: number;
}

/** Words at most `most` slips away. Fewest slips first; among them the words that more listings hold. */
function nearest(word: string, known: NearWords, most: number, alsoKnown: Iterable<string> = []): Candidate[] {
  const near: Candidate[] = [];
  const consider = (candidate: string, count: number) => {
    const slips = editDistance(word, candidate, most);
    if (slips > most || !mayBegin(word, candidate)) return;
    const otherStart = word[0] === candidate[0] ? 0 : 0.6;
    near.push({ candidate, count, slips, cost: slips + otherStart - 0.15 * Math.log10(count + 1) });
  };
  for (const [candidate, { docs }] of known) consider(candidate, docs);
  for (const candidate of alsoKnown) if (!known.has(candidate)) consider(candidate, 0);
  return near.sort((a, b) => a.cost - b.cost || (a.candidate < b.candidate ? -1 : 1));
}

/**
 * The word or two words that somebody meant who typed a word no listing holds; null when nothing is near enough.
 * `alsoKnown`: words that find something though no listing has them, because they have synonyms.
 */
export function correctWord(word: string, known: NearWords, alsoKnown: Iterable<string>): string[] | null {
  const near = nearest(word, known, mostSlips(word.length), alsoKnown)[0];
  if (near && near.slips <= 1) return [near.candidate];
  const best = halves(word)
    .map((pair) => ({ pair, count: Math.min(...pair.map((half) => known.get(half)?.docs ?? 0)) }))
    .toSorted((a, b) => b.count - a.count)[0];
  if (best && best.count > 0) return best.pair;
  return near ? [near.candidate] : null;
}

/**
 * Words near `word` that at least as many listings have: listings misspell words too, 'resturant' stands in a few names but
 * means the word of thousands. The nearest first.
 */
export function commonSpellings(
  word: string,
  known: NearWords,
  { atLeast, most }: { atLeast: number; most: number },
): string[] {
  const mostBelieved = word.length < 8 ? 1 : 2;
  return nearest(word, known, mostBelieved)
    .filter(({ slips, count }) => slips > 0 && count >= atLeast)
    .filter(({ candidate }) => candidate[0] === word[0])
    .slice(0, most)
    .map(({ candidate }) => candidate);
}
