/** Better spellings of words that neither a listing nor the vocabulary has. */

import type { Database } from '#server/db/client.ts';
import { editDistance } from '#shared/edit-distance.ts';
import { halves, type NearWords, readNearWords } from './near-words.ts';
import type { Token, WordsRead } from './read-words.ts';
import { isSmall, isWeak } from './small-words.ts';

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
