/** Where something is looked for: streets, ZIP codes, and the places of the city pack. */
import { isBeforePlace, isStreet } from '#server/db/vocabulary/time-and-place-words.ts';
import { isSmall } from './clean-search.ts';
import { all, quoted, type Unit } from './conditions.ts';
import type { Token, WordsRead } from './read-words.ts';
import type { Segment } from './segments.ts';
import type { NamedPlace, Street } from './streets.ts';

/** Tells what is a place: words after 'on' or before 'avenue', and ZIP codes. */
export function placeTest({ tokens }: WordsRead) {
  const at = tokens.findIndex(({ word }) => isBeforePlace.test(word));
  return (segment: Segment) =>
    segment.street !== null ||
    (segment.hits.every(({ strength }) => strength < 2) &&
      segment.property === null &&
      segment.tokens.every(
        ({ place, word }) =>
          (at >= 0 && place > at + 1) ||
          /^\d{5}$/.test(word) ||
          isStreet.test(word) ||
          isStreet.test(tokens[place]?.word ?? ''),
      ));
}

/** A street: as it was typed, without its direction, by its words anywhere. */
export function streetUnit(
  { tokens, name, place }: Street,
  { synonyms }: WordsRead,
  townWords: ReadonlySet<string>,
): Unit {
  if (place !== null) return placeUnit(tokens, place);
  const chain = (words: readonly Token[], sign: string, weight = '') =>
    words
      .map(({ place, lexeme }) => {
        const same = synonyms.flatMap((hit) => (hit.place === place && hit.lexemes.length === 1 ? hit.lexemes : []));
        return `(${[lexeme, ...same].map((word) => quoted(word) + weight).join(' | ')})`;
      })
      .join(sign);
  // 'olmos' is in all addresses, 'olmos drive' in some.
  const isOfTown = name.every(({ word }) => townWords.has(word));
  const after = tokens.slice(tokens.indexOf(name[0] as Token));
  const telling = !isOfTown ? name : after.length > name.length ? after : tokens;
  const sign = isOfTown ? ' <-> ' : ' & ';
  const words = chain(telling, sign);
  return {
    ...{ one: chain(tokens, ' <-> ', ':C'), two: chain(telling, ' <-> ', ':AC'), three: words, four: null, five: null },
    ...{
      any: words,
      anyNear: words,
      has: words,
      certain: words,
      named: null,
      kinds: [],
      categories: [],
      property: null,
    },
    ...{ text: tokens.map(({ word }) => word).join(' '), weight: 1, isMeant: false },
    docs: Math.min(...telling.map(({ docs }) => docs)),
  };
}

/** So many listings are in a mall or a neighborhood, about. */
const usualListings = 30;

function placeUnit(tokens: readonly Token[], { at, isTown }: NamedPlace): Unit {
  const telling = tokens.flatMap(({ word, lexeme }) => (isSmall(word) ? [] : lexeme));
  const named = isTown ? null : all(telling, 'AC');
  const has = [at.replaceAll(':C', ''), ...(isTown ? [] : [all(telling) ?? []])].flat().join(' | ');
  return {
    ...{
      one: at,
      two: named,
      three: null,
      four: null,
      five: null,
      any: has,
      anyNear: has,
      has,
      certain: at,
      named: null,
    },
    ...{ kinds: [], categories: [], property: null, weight: 1, isMeant: false },
    text: tokens.map(({ word }) => word).join(' '),
    docs: isTown ? Math.min(...tokens.map(({ docs }) => docs)) : usualListings,
  };
}
