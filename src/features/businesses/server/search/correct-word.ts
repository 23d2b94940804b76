/** Better spellings of words that neither a listing nor the vocabulary has. */
import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { editDistance } from '#shared/edit-distance.ts';
import { isSmall, isWeak, singular } from './clean-search.ts';
import { all } from './conditions.ts';
import { type Alternatives, isThere, type PhraseHit, type Token, type WordsRead } from './read-words.ts';
import { type NamedPlace, streetsOf } from './streets.ts';

interface NearWord {
  lexeme: string;
  /** Listings that hold it. */
  docs: number;
  /** Phrases of the vocabulary that have it. */
  uses: number;
  /** A word of English or Spanish. */
  isReal: boolean;
}
/** Words that look like a typed one. */
export type NearWords = Map<string, NearWord>;

/** 'homedepot' as 'home', 'depot'; and so on for each place to cut. */
const halves = (word: string): [string, string][] =>
  Array.from({ length: Math.max(0, word.length - 5) }, (_, at) => [word.slice(0, at + 3), word.slice(at + 3)]);

const searchNear = prepared((db) =>
  db
    .select({
      ...{ typed: sql<string>`typed`, word: sql<string>`word`, lexeme: sql<string>`lexeme` },
      ...{ docs: sql<number>`docs`, uses: sql<number>`uses`, isReal: sql<boolean>`is_real` },
    })
    .from(sql`search_near(${sql.placeholder('unknown')})`)
    .prepare('search_near'),
);

/** Adds to `near` the words that look like each of the `doubted` ones. No listing's word is longer than 40 letters. */
async function readNearWords(db: Database, doubted: readonly Token[], near: Map<string, NearWords>): Promise<void> {
  const typedWords = new Set(doubted.map(({ word }) => word));
  const unknown = [...typedWords].filter((word) => word.length <= 40 && !near.has(word));
  if (unknown.length === 0) return;
  const rows = await searchNear(db).execute({ unknown });
  for (const word of unknown) near.set(word, new Map());
  for (const { typed, word, lexeme, docs, uses, isReal } of rows) {
    const known = near.get(typed)?.get(word) ?? { docs: 0, uses: 0 };
    const both = { docs: Math.max(docs, known.docs), uses: Math.max(uses, known.uses) };
    near.get(typed)?.set(word, { lexeme, isReal, ...both });
  }
}

/** The max number of wrong letters: none in a word of three letters, because every such word has neighbors; one in a short word, two in a long one. */
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

/** A correction of a short word keeps its first letter, because people rarely get it wrong: 'bread' is not 'read'. Swapped letters are allowed. */
function mayBegin(word: string, candidate: string): boolean {
  return word.length > 5 || word[0] === candidate[0] || (word[0] === candidate[1] && word[1] === candidate[0]);
}

function nearest(word: string, known: ReadonlyMap<string, NearWord>) {
  const max = maxSlips(word.length);
  const sound = soundOf(word);
  const near: { candidate: string; slips: number; cost: number }[] = [];
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
function correctWord(word: string, known: ReadonlyMap<string, NearWord>): string[] | null {
  const near = nearest(word, known)[0];
  if (near && near.slips <= 1) return [near.candidate];
  const best = halves(word)
    .map((pair) => ({ pair, docs: Math.min(...pair.map((half) => known.get(half)?.docs ?? 0)) }))
    .toSorted((a, b) => b.docs - a.docs)[0];
  if (best && best.docs > 0) return best.pair;
  return near ? [near.candidate] : null;
}

const maxTried = 3;

/** The word of a listing's name that has another typed word, too: 'second baloon' is The Second Balloon. */
async function besideInName(
  db: Database,
  token: Token,
  { tokens }: WordsRead,
  known: ReadonlyMap<string, NearWord>,
): Promise<string[] | null> {
  const others = tokens.filter(({ place, word, docs }) => place !== token.place && docs > 0 && !isSmall(word));
  const near = nearest(token.word, known);
  if (others.length === 0 || near.length < 2) return null;
  const named = near.filter(({ candidate, slips }) => slips <= 1 && (known.get(candidate)?.docs ?? 0) > 0);
  for (const { candidate } of named.slice(0, maxTried)) {
    const lexemes = [known.get(candidate)?.lexeme ?? candidate, ...others.map(({ lexeme }) => lexeme)];
    if (await isThere(db, all(lexemes, 'A') ?? '')) return [candidate];
  }
  return null;
}

/** So long a real word is seldom a slip for another one; 'chic' is meant as 'chick' in a brand. */
const longLetters = 5;

const isUnknown = ({ word, docs, isWord, isReal }: Token) =>
  docs === 0 && !isWord && !isReal && word.length > 3 && /^\p{L}+$/u.test(word) && !isSmall(word) && !isWeak(word);

/** True for a word in so few names that it may be misspelled there, too: real names contain 'resturant'. */
const isDoubtful = ({ word, docs, isWord }: Token) =>
  docs > 0 && docs <= 3 && !isWord && word.length > 5 && !isWeak(word);

/**
 * `replaced`: words to look for instead; `beside`: lexemes to look for as well.
 * @param readTitles words of the town's own titles, which are no slips: 'Arbor Day'
 * @param near the words that are looked up already by what was typed; gets those that are looked up now
 */
export async function correctWords(
  db: Database,
  read: WordsRead,
  {
    doubtsAll = false,
    places = [],
    near = new Map(),
    readTitles = async () => new Set(),
  }: {
    doubtsAll?: boolean;
    places?: readonly NamedPlace[];
    near?: Map<string, NearWords>;
    readTitles?: () => Promise<ReadonlySet<string>>;
  } = {},
): Promise<{ replaced: Map<string, string[]>; beside: Map<string, Alternatives> }> {
  const { tokens, phrases, synonyms } = read;
  const inStreets = new Set(streetsOf(read, places).flatMap((street) => street.tokens));
  // 'traning' has the stem of 'Trane', and nobody writes the brand so.
  const isByStem = ({ place, length, isBrand, spelled }: PhraseHit) =>
    isBrand &&
    length === 1 &&
    spelled.length > 0 &&
    !spelled.map(singular).includes(singular(tokens[place - 1]?.word ?? ''));
  const meant = phrases.filter((hit) => hit.strength > 0 && !isByStem(hit));
  const inPhrase = (token: Token) =>
    inStreets.has(token) ||
    [...meant, ...synonyms].some(({ place, length }) => place <= token.place && token.place < place + length);
  // A listing has 'chic', and it is a word, but 'chic fil a' means something else; 'costo' is a word, too.
  const isDoubted = (token: Token) => isUnknown({ ...token, docs: 0, isReal: false });
  const isLost = (token: Token) => isUnknown(token) || (doubtsAll && isDoubted(token));
  const allDoubted = tokens.filter((token) => !inPhrase(token) && (isLost(token) || isDoubtful(token)));
  const titles = allDoubted.length > 0 ? await readTitles() : new Set();
  const doubted = allDoubted.filter(({ word }) => !titles.has(word));
  await readNearWords(db, doubted, near);
  const nearOf = (word: string): NearWords => near.get(word) ?? new Map();
  const replaced = new Map<string, string[]>();
  const beside = new Map<string, Alternatives>();
  for (const token of doubted) {
    // A real word that nobody has is never mended into a street's name, nor a long one into another real one: an 'election' is no 'eviction'.
    const isReal = token.isReal && token.docs === 0;
    const isLong = token.word.length >= longLetters;
    const nearToken = nearOf(token.word);
    // A real word by itself, or one that begins otherwise, is what somebody means: 'soap' is no 'sopa', nor are 'matches' 'latches'.
    const isAlone = tokens.every((other) => other === token || isSmall(other.word) || isWeak(other.word));
    const mayMean = (word: string, { uses, isReal }: NearWord) =>
      uses > 0 && !(isLong ? isReal : isAlone) && word[0] === token.word[0];
    const known = isReal ? new Map([...nearToken].filter(([word, other]) => mayMean(word, other))) : nearToken;
    if (isLost(token)) {
      const better = (await besideInName(db, token, read, known)) ?? correctWord(token.word, known);
      // A beginning of other words is half typed rather than wrong, unless one slip makes it a word that people know.
      const isHalfTyped =
        token.beginnings !== null && !(better?.length === 1 && (known.get(better[0] ?? '')?.uses ?? 0) > 0);
      if (better && !isHalfTyped) replaced.set(token.word, better);
      continue;
    }
    const common = nearest(token.word, known).find(({ candidate, slips }) => {
      const { docs = 0, uses = 0 } = known.get(candidate) ?? {};
      return slips === 1 && candidate[0] === token.word[0] && (docs >= token.docs * 30 || uses > 0);
    });
    if (common) {
      const { lexeme, docs } = known.get(common.candidate) ?? { lexeme: common.candidate, docs: 0 };
      beside.set(token.word, { lexemes: [lexeme], docs });
    }
  }
  return { replaced, beside };
}
