/** Finds the names of streets and places in a search: 'w olmos dr', 'blanco road', 'n st mary’s street', 'the quarry'. */
import { inStreetName, isBeforePlace, isDirection, isStreet } from '#server/db/vocabulary/time-and-place-words.ts';
import { isSmall } from './clean-search.ts';
import type { Token, WordsRead } from './read-words.ts';

/** A place by one of its names. */
export interface NamedPlace {
  words: string[];
  /** The town itself. */
  isTown: boolean;
  /** Its addresses, as text for tsquery. */
  at: string;
}

export interface Street {
  /** The place of its first word in the search. */
  from: number;
  tokens: Token[];
  /** Without direction and 'street'. */
  name: Token[];
  /** The place of the city pack that has this name; null: a street. */
  place: NamedPlace | null;
}

/** The town's name tells something where fewer than this share of all listings have it. */
const fewInTown = 0.25;

function placesNamed({ tokens, categories }: WordsRead, places: readonly NamedPlace[]): Street[] {
  const listings = categories.reduce((sum, { count }) => sum + count, 0);
  return tokens.flatMap((_, from) => {
    const place = places.find(({ words }) => words.every((word, at) => tokens[from + at]?.word === word));
    if (place === undefined) return [];
    const own = tokens.slice(from, from + place.words.length);
    const isTold = !place.isTown || own.some(({ docs }) => docs < fewInTown * listings);
    return isTold ? [{ from, tokens: own, name: own, place }] : [];
  });
}

/** Places of the city pack before streets of the same words. */
export function streetsOf(read: WordsRead, places: readonly NamedPlace[] = []): Street[] {
  const { tokens, phrases } = read;
  const is = (pattern: RegExp, at: number) => pattern.test(tokens[at]?.word ?? '');
  const meaning = phrases.filter(({ strength, isBrand }) => strength === 2 && !isBrand);
  const isMeant = (at: number, minLength: number) =>
    meaning.some(({ place, length }) => length >= minLength && place <= at + 1 && at + 1 < place + length);
  const isName = (at: number) =>
    (tokens[at]?.docs ?? 0) > 0 && !isSmall(tokens[at]?.word ?? '') && !is(isStreet, at) && !isMeant(at, 1);
  const street = (start: number, end: number, to: number): Street => {
    const from = is(isDirection, start - 1) ? start - 1 : start;
    return { from, tokens: tokens.slice(from, to), name: tokens.slice(start, end), place: null };
  };
  const streets = tokens.flatMap((_, at) => {
    if (is(/^(st|saint)$/, at) && isName(at + 1) && !is(isStreet, at + 2)) return street(at, at + 2, at + 2);
    // 'bars north main', 'west el prado'
    let last = at + 1;
    while (is(inStreetName, last) && last + 1 < tokens.length) last += 1;
    const isLast =
      last + 1 === tokens.length && (at > 0 || !phrases.some(({ place, length }) => place === 1 && length > 1));
    if (is(isDirection, at) && isLast && isName(last)) return street(at + 1, last + 1, last + 1);
    if (!is(isStreet, at) || !isName(at - 1)) return [];
    let from = at - 1;
    while (is(inStreetName, from - 1)) from -= 1;
    // 'family dr' is a doctor.
    const isSure = is(isBeforePlace, from - 1) || is(isDirection, from - 1) || !tokens[at - 1]?.isReal;
    return isMeant(at, isSure ? 2 : 1) ? [] : street(from, at, at + 1);
  });
  return [...placesNamed(read, places), ...streets];
}
