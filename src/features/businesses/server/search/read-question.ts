/** Reads a search in its parts: when, where, properties, and what. */
import { readTitleWords } from '#features/town-texts/server/title-words.ts';
import type { Database } from '#server/db/client.ts';
import { nextWeekend } from '#server/db/vocabulary/date-words.ts';
import { asksForHours, isAnyPlace, isOpening, opening } from '#server/db/vocabulary/time-and-place-words.ts';
import { spellEmoji } from '../emoji-words.ts';
import { readPlaces } from '../place-words.ts';
import { readProperties, type Town } from '../property-words.ts';
import { cleanSearch, isSmall, wordsOf } from './clean-search.ts';
import type { Unit } from './conditions.ts';
import { correctWords, type NearWords } from './correct-word.ts';
import { flatten } from './flatten.ts';
import { inLikelierHalf } from './likelier-half.ts';
import { type FoundSpan, readDaysAlone, readOpenDay, readSpan } from './read-dates.ts';
import { type FoundPart, type FoundTime, readHoursOf, readNearMe, readTime } from './read-times.ts';
import { type Alternatives, type CategoryRow, isThere, readWords, type WordsRead } from './read-words.ts';
import { unitsOf } from './units.ts';
import { readUnwanted, refusalsBeside, type Unwanted } from './unwanted.ts';

export interface Question {
  /** As it was typed, without what nobody can see. */
  text: string;
  /** The same as words. */
  plain: string;
  /** The words of `plain` that tell something, as listings spell them. */
  core: string;
  /** A pattern for the beginning of a name that the words beside the time may be; null: they are none. */
  name: string | null;
  when: FoundTime | null;
  nearMe: FoundPart | null;
  /** Days on which somebody asks what is on, where `when` names none. */
  span: FoundSpan | null;
  units: Unit[];
  /** Things that a listing is not to be or have. */
  unwanted: Unwanted[];
  /** The same, where listings are left out no more: all that fit otherwise were so. */
  unavoidable: Unwanted[];
  /** The search with misspelt words replaced, where some were. */
  correctedTo: string | null;
  /** The misspelt words. */
  replaced: string[];
  categories: CategoryRow[];
  read: WordsRead;
  lookups: Lookups;
}

/** Answers of the database about a search, for a second reading. */
interface Lookups {
  words: Map<string, WordsRead>;
  near: Map<string, NearWords>;
}

const nothingBetter: Awaited<ReturnType<typeof correctWords>> = { replaced: new Map(), beside: new Map() };

const without = (text: string, part: FoundPart | null) =>
  part === null ? text : `${text.slice(0, part.from)}${' '.repeat(part.to - part.from)}${text.slice(part.to)}`;
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
const opens = new RegExp(`\\b${opening}\\b`);
const overlap = (a: FoundPart, b: FoundPart) => a.from < b.to && b.from < a.to;

/** 'h e b' as one piece, as 'h.e.b.' is: letters by themselves, side by side, are an abbreviation. */
const spellOut = (text: string) =>
  text.replace(/(?<![\p{L}\p{N}])\p{L}(?:[\s.&/+-]+\p{L}(?![\p{L}\p{N}'’]))+\.?/gu, (letters) =>
    wordsOf(letters).join('.'),
  );

/** 'H-E-B' is 'h', 'e', 'b' and, as listings may write it, 'heb'; neighbors may be one word, too. */
function joinedWords(text: string): string[] {
  const words = wordsOf(text);
  const pairs = words.slice(1).map((word, at) => `${words[at]}${word}`);
  const pieces = text
    .split(/\s+/)
    .filter((piece) => /[-.&/+]/.test(piece))
    .map((piece) => wordsOf(piece).join(''));
  const joined = [...pairs.filter((pair) => pair.length > 2), ...pieces];
  return [...new Set(joined)].filter((word) => word.length > 1 && word.length <= 40);
}

/** Neighbors that listings write as one word, where one of them alone is in none. */
function joinNeighbors(read: WordsRead, text: string): string[] | null {
  const pieces = text.split(/\s+/).map((piece) => wordsOf(piece));
  const known = new Map(read.joined.map(({ word, docs }) => [word, docs]));
  const words: string[] = [];
  let isChanged = false;
  for (const piece of pieces) {
    const one = piece.join('');
    if (piece.length > 1 && (known.get(one) ?? 0) > 0) {
      words.push(one);
      isChanged = true;
    } else words.push(...piece);
  }
  const docs = new Map(read.tokens.map((token) => [token.word, token]));
  for (let at = 0; at + 1 < words.length; at += 1) {
    const [first = '', second = ''] = [words[at], words[at + 1]];
    const isLost = [first, second].some((word) => !isSmall(word) && (docs.get(word)?.docs ?? 1) === 0);
    if ((known.get(first + second) ?? 0) > 0 && isLost) {
      words.splice(at, 2, first + second);
      isChanged = true;
    }
  }
  return isChanged ? words : null;
}

/**
 * @param today the town's day: '2026-07-04'
 * @param doubtsAll also takes words for misspelt that some listings have, for a search that finds nothing otherwise
 * @param isAsTyped takes each word as it is spelled
 * @param lookups of the first reading
 */
export async function readQuestion(
  db: Database,
  search: string,
  {
    town,
    today,
    doubtsAll = false,
    isAsTyped = false,
    lookups = { words: new Map(), near: new Map() },
  }: { town: Town; today: string; doubtsAll?: boolean; isAsTyped?: boolean; lookups?: Lookups },
): Promise<Question> {
  const lookUp = async (words: readonly string[], joined: readonly string[]) => {
    const key = JSON.stringify([words, joined]);
    const read = lookups.words.get(key) ?? (await readWords(db, words, joined));
    lookups.words.set(key, read);
    return read;
  };
  const typed = cleanSearch(spellEmoji(search)).join(' ');
  const text = readHoursOf(typed) ?? readDaysAlone(typed, today) ?? typed;
  const plain = wordsOf(text).join(' ');
  const isLater = nextWeekend.test(flatten(text)) && !opens.test(flatten(text));
  const when: FoundTime | null = isLater ? null : (readOpenDay(text, today) ?? readTime(text, weekdayOf(today)));
  const days = when ? null : readSpan(text, today);
  const found = readNearMe(text);
  const nearMe = found && when && overlap(found, when) ? null : found;
  // 'Next week' by itself is all that there is to look for.
  const span = days && without(text, days).trim() !== '' ? days : null;
  let rest = spellOut(without(without(without(text, when), nearMe), span));
  let words = wordsBeside(when, rest);
  let read = await lookUp(words, joinedWords(rest));
  const places = await readPlaces(db, town);
  const townNames = [town.name, town.region, town.regionName].map(wordsOf).filter(({ length }) => length > 0);
  const known = { properties: await readProperties(db, town), places, town: townNames };
  const parted = await readUnwanted(words, {
    read,
    lookUp: (words) => lookUp(words, []),
    known: { ...known, alternatives: new Map() },
    isThere: (condition) => isThere(db, condition),
  });
  if (parted) {
    words = parted.words;
    rest = words.join(' ');
    read = await lookUp(words, []);
  }
  const joined = joinNeighbors(read, rest.trim());
  if (joined) {
    words = joined;
    read = await lookUp(words, []);
  }
  const alternatives = new Map<string, Alternatives>();
  const better = isAsTyped
    ? nothingBetter
    : await correctWords(db, read, { doubtsAll, places, near: lookups.near, readTitles: () => readTitleWords(db) });
  const correctedWords = words.flatMap((word) => better.replaced.get(word) ?? [word]);
  // Does not report a word that was only half typed, such as 'pizz' for 'pizza'.
  const isToldOf = [...better.replaced].some(
    ([word, [first = '', ...others]]) => others.length > 0 || !first.startsWith(word),
  );
  if (better.replaced.size > 0) read = await lookUp(correctedWords, []);
  for (const [word, others] of better.beside) alternatives.set(word, others);
  for (const token of read.tokens) {
    if (token.docs === 0 && !token.isWord && token.beginnings) alternatives.set(token.word, token.beginnings);
  }
  const units = unitsOf(read, { ...known, alternatives });
  // 'Something open late'.
  const isTimeAlone = (when || nearMe) && units.every(({ weight, docs }) => weight < 0.5 && docs === 0);
  const telling = units.length > 0 ? correctedWords.filter((word) => !isSmall(word)) : [];
  return {
    when: when && (await inLikelierHalf(db, when, units)),
    name: when && nameIn(units, correctedWords, telling),
    ...{ text, plain, nearMe, span, categories: read.categories, read, lookups },
    unwanted: refusalsBeside(units, parted?.unwanted ?? []),
    unavoidable: [],
    core: telling.join(' '),
    units: words.length === 0 || isTimeAlone ? [] : units,
    replaced: [...better.replaced.keys()],
    correctedTo: isToldOf ? correctText(text, better.replaced) : null,
  };
}

/** No words where they name no kind of place, as in 'is anybody open sunday'. */
function wordsBeside(when: FoundTime | null, rest: string): string[] {
  const words = wordsOf(rest);
  if (when === null) return words;
  // '¿Abre la panadería los lunes?'
  const others = words.filter((word) => !isOpening.test(word));
  return others.every((word) => isAnyPlace.test(word)) ? [] : others;
}

/** 'Is the oak house open monday' may be about the Oak House Bakery; 'coffee open monday' names a kind. */
function nameIn(units: readonly Unit[], words: string[], telling: string[]): string | null {
  const isOfName = ({ weight, isMeant, property, isPlace }: Unit) =>
    weight > 0.5 && !isMeant && property === null && isPlace !== true;
  const isBeside = (word: string) => isSmall(word) || asksForHours.test(word);
  const first = words.findIndex((word) => !isBeside(word));
  const spoken = words.slice(Math.max(0, first), words.findLastIndex((word) => !isBeside(word)) + 1);
  if (spoken.length === 0) return null;
  // 'Notary on the corner' means a kind, but nobody says so much of a kind.
  if (!units.some(isOfName)) return spoken.length > 2 ? `^(the )?${spoken.join(' ')}$` : null;
  // A name may go on after two words of it.
  const ways = [words, spoken, telling].map((way) => `${way.join(' ')}s?${way.length > 1 ? '( |$)' : '$'}`);
  return `^(the )?(${[...new Set(ways)].join('|')})`;
}

/** The text as it was typed with the replaced words in their places. */
function correctText(text: string, replaced: ReadonlyMap<string, string[]>): string {
  return text
    .split(' ')
    .map((piece) => {
      const [word, ...others] = wordsOf(piece);
      return word !== undefined && others.length === 0 ? (replaced.get(word)?.join(' ') ?? piece) : piece;
    })
    .join(' ');
}
