/** Cuts a search into the phrases that mean something, and single words. */
import { isStreet } from '#server/db/vocabulary/time-and-place-words.ts';
import type { Property } from '../property-words.ts';
import { isSmall, isWeak, singular } from './clean-search.ts';
import type { Alternatives, PhraseHit, Token, WordsRead } from './read-words.ts';
import { type NamedPlace, type Street, streetsOf } from './streets.ts';

export interface Segment {
  tokens: Token[];
  hits: PhraseHit[];
  property: Property | null;
  /** Words of another meaning have the same stem. */
  isShared: boolean;
  /** A thing to repair: a listing that only names the thing repairs none. */
  isToFix: boolean;
  /** It stands in addresses for something else: 'dr'. */
  isTitle: boolean;
  street: Street | null;
  /** Other words that mean the same. */
  alternatives: string[][];
  synonymKinds: string[];
  /** Listings that have one of the alternatives, about. */
  alternativeDocs: number;
}

export interface KnownWords {
  properties: readonly Property[];
  alternatives: ReadonlyMap<string, Alternatives>;
  places: readonly NamedPlace[];
}

const withoutS = (text: string) => text.replace(/([^s])s$/, '$1');

/** 'park' is no parking: where a phrase is written as it was typed, those that only have its stems mean something else. */
function meantBy(
  typed: readonly Token[],
  hits: PhraseHit[],
  property: Property | null,
): Pick<Segment, 'hits' | 'property' | 'isShared'> {
  const words = typed.map(({ word }) => word);
  const texts = [words, words.filter((word) => !isSmall(word))].map((each) => singular(each.join(' ')));
  const [first] = typed;
  if (typed.length === 1 && first?.isReal) {
    // 'low' is a word, and no 'Lowe’s', though both have one stem.
    const own = hits.filter(({ isBrand, spelled }) => !isBrand || spelled.length === 0 || spelled.includes(first.word));
    if (own.length < hits.length) return meantBy(typed, own, property);
  }
  const isSo = (spelled: readonly string[]) => spelled.some((each) => texts.includes(singular(each)));
  const isExact = ({ spelled }: PhraseHit) => spelled.includes(words.join(' '));
  // 'office' has the stem of 'officer', and 'contact' is no 'contacts'. Words as vague as that mean a kind only as they are written.
  if (typed.every(({ word }) => isWeak(word)))
    return { hits: hits.filter((hit) => isExact(hit)), property, isShared: false };
  // 'Glasses' are no 'glass' where they mean a kind of their own; 'leases' are a 'lease'.
  const isOwn = typed.length === 1 && hits.some((hit) => hit.strength === 2 && !hit.isBrand && isExact(hit));
  const isNearly = ({ spelled }: PhraseHit) => spelled.map(withoutS).includes(withoutS(words.join(' ')));
  const meant = hits.filter((hit) => isSo(hit.spelled) && (!isOwn || hit.strength < 2 || isNearly(hit)));
  const isPropertySo =
    property !== null &&
    (isSo(property.phrases.map(({ spelled }) => spelled)) || meant.some(({ kind }) => kind === `%${property.key}`));
  if (!isPropertySo && !meant.some(({ strength, isBrand }) => strength === 2 && !isBrand))
    return { hits, property, isShared: false };
  return { hits: meant, property: isPropertySo ? property : null, isShared: meant.length < hits.length };
}

/** The longest phrases first, from the left; their single words then do not count. What is left are single words. */
export function segmentsOf(read: WordsRead, { properties, alternatives, places }: KnownWords): Segment[] {
  const { tokens, phrases, synonyms, kinds } = read;
  // 'Gay bar' may mean a kind that nobody is; its words mean more.
  const isIdle = ({ kind, strength, isBrand, length }: PhraseHit) =>
    length > 1 && strength < 2 && !isBrand && kinds.find(({ id }) => id === kind)?.docs === 0;
  const lengthAt = (at: number): number => {
    const place = at + 1;
    const lengths = [...phrases.filter((hit) => !isIdle(hit)), ...synonyms]
      .filter((hit) => hit.place === place && hit.place + hit.length - 1 <= tokens.length)
      .map(({ length }) => length);
    const ofProperties = [4, 3, 2, 1].filter((length) => propertyAt(at, length) !== null);
    return Math.max(1, ...lengths, ...ofProperties);
  };
  const propertyAt = (at: number, length: number): Property | null => {
    if (at + length > tokens.length) return null;
    const typed = tokens.slice(at, at + length);
    const stems = typed.map(({ lexeme }) => lexeme).join(' ');
    return properties.find(({ phrases }) => phrases.some((phrase) => phrase.stems === stems)) ?? null;
  };
  const propertyIn = (hits: readonly PhraseHit[]) =>
    properties.find(({ key }) => hits.some(({ kind }) => kind === `%${key}`)) ?? null;
  const segments: Segment[] = [];
  const streets = streetsOf(read, places);
  for (let at = 0; at < tokens.length; ) {
    const street = streets.find(({ from }) => from === at) ?? null;
    let length = street?.tokens.length ?? lengthAt(at);
    // 'kid friendly burger place': a longer phrase that begins one word later wins.
    const next = at + 1 < tokens.length ? lengthAt(at + 1) : 0;
    if (street === null && length > 1 && next > length) length = 1;
    const own = <T extends { place: number; length: number }>(hits: readonly T[]) =>
      street ? [] : hits.filter((hit) => hit.place === at + 1 && hit.length === length);
    const typed = tokens.slice(at, at + length);
    // A phone that is broken is neither bought nor a shop's property.
    const toFix = own(phrases).filter(({ spelled }) => spelled.some((each) => each.startsWith('fix ')));
    const meant =
      toFix.length > 0
        ? { hits: toFix, property: null, isShared: false }
        : meantBy(typed, own(phrases), street ? null : (propertyIn(own(phrases)) ?? propertyAt(at, length)));
    // 'A good dr' is a doctor, and no drive.
    const isTitle =
      street === null &&
      length === 1 &&
      isStreet.test(typed[0]?.word ?? '') &&
      tokens.slice(0, at).every(({ word }) => isSmall(word) || isWeak(word)) &&
      meant.hits.some(({ strength }) => strength === 2);
    const others = isTitle ? [] : own(synonyms);
    const spelled = length === 1 && !isTitle ? alternatives.get(typed[0]?.word ?? '') : undefined;
    segments.push({
      tokens: typed,
      ...meant,
      isToFix: toFix.length > 0,
      isTitle,
      street,
      alternatives: [
        // A synonym that no listing has finds nothing, and costs time with each listing.
        ...others.flatMap(({ lexemes, docs }) => (docs > 0 ? [lexemes] : [])),
        ...(spelled?.lexemes ?? []).map((lexeme) => [lexeme]),
      ],
      synonymKinds: others.flatMap(({ kinds }) => kinds),
      alternativeDocs: others.reduce((sum, { docs }) => sum + docs, spelled?.docs ?? 0),
    });
    at += length;
  }
  return segments;
}
