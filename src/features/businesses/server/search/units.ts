/** The units of a search: what a listing has or has not, each as the conditions that functions/5-find.sql ranks by. */

import { isSmall, isWeak } from './clean-search.ts';
import type { CategoryRow, KindRow, PhraseHit, Token, WordsRead } from './read-words.ts';

export interface Unit {
  /** As it was typed. */
  text: string;
  /** It is this; it has this; it mentions this; it is like this; its category fits: as text for tsquery, null where nothing would. */
  one: string | null;
  two: string | null;
  three: string | null;
  four: string | null;
  five: string | null;
  any: string;
  /** For many listings: those that are likely good. */
  strong: string;
  /** Listings that have it, about. */
  docs: number;
  /** Below a half, a listing without it has all that was asked for. */
  weight: number;
  /** Kinds it means, for offers and labels. */
  kinds: KindRow[];
  categories: CategoryRow[];
  property: Property | null;
}

export interface Property {
  key: string;
  name: string;
  /** Its words in stems: several phrases. */
  stems: string[];
}

const quoted = (lexeme: string) => `'${lexeme.replace(/['\\]/g, '')}'`;
const or = (parts: (string | null)[]): string | null => {
  const given = [...new Set(parts.filter((part) => part !== null && part !== ''))];
  return given.length === 0 ? null : given.join(' | ');
};
const all = (lexemes: readonly string[], weights = '') =>
  lexemes.length === 0
    ? null
    : `(${lexemes.map((lexeme) => quoted(lexeme) + (weights ? `:${weights}` : '')).join(' & ')})`;

interface Segment {
  tokens: Token[];
  hits: PhraseHit[];
  property: Property | null;
  /** Other words that mean the same. */
  alternatives: string[][];
  synonymKinds: string[];
  /** Listings that have one of the alternatives, about. */
  alternativeDocs: number;
}

/** The longest phrases first, from the left; their single words then do not count. What is left are single words. */
function segmentsOf(
  read: WordsRead,
  properties: readonly Property[],
  alternativesOf: ReadonlyMap<string, string[]>,
): Segment[] {
  const { tokens, phrases, synonyms } = read;
  const lengthAt = (at: number): number => {
    const place = at + 1;
    const lengths = [...phrases, ...synonyms]
      .filter((hit) => hit.place === place && hit.place + hit.length - 1 <= tokens.length)
      .map(({ length }) => length);
    const ofProperties = [4, 3, 2, 1].filter((length) => propertyAt(at, length) !== null);
    return Math.max(1, ...lengths, ...ofProperties);
  };
  const propertyAt = (at: number, length: number): Property | null => {
    if (at + length > tokens.length) return null;
    const stems = tokens
      .slice(at, at + length)
      .map(({ lexeme }) => lexeme)
      .join(' ');
    return properties.find((property) => property.stems.includes(stems)) ?? null;
  };
  const propertyIn = (hits: readonly PhraseHit[]) =>
    properties.find(({ key }) => hits.some(({ kind }) => kind === `%${key}`)) ?? null;
  const segments: Segment[] = [];
  for (let at = 0; at < tokens.length; ) {
    let length = lengthAt(at);
    // 'kid friendly burger place': a longer phrase that begins one word later wins.
    const next = at + 1 < tokens.length ? lengthAt(at + 1) : 0;
    if (length > 1 && next > length) length = 1;
    const own = <T extends { place: number; length: number }>(hits: readonly T[]) =>
      hits.filter((hit) => hit.place === at + 1 && hit.length === length);
    const typed = tokens.slice(at, at + length);
    const spelled = length === 1 ? (alternativesOf.get(typed[0]?.word ?? '') ?? []) : [];
    segments.push({
      tokens: typed,
      hits: own(phrases),
      property: propertyIn(own(phrases)) ?? propertyAt(at, length),
      alternatives: [...own(synonyms).map(({ lexemes }) => lexemes), ...spelled.map((lexeme) => [lexeme])],
      synonymKinds: own(synonyms).flatMap(({ kinds }) => kinds),
      alternativeDocs: own(synonyms).reduce((sum, { docs }) => sum + docs, 0),
    });
    at += length;
  }
  return segments;
}

/** The kinds, categories and words that a segment means. */
function meaningOf({ tokens, hits, property, alternatives, synonymKinds }: Segment, read: WordsRead) {
  const ids = (strength: number) =>
    hits.filter((hit) => hit.strength === strength && !hit.isBrand).map(({ kind }) => kind);
  const kindsOf = (list: readonly string[]) => list.flatMap((id) => read.kinds.find((kind) => kind.id === id) ?? []);
  const meant = [...new Set([...ids(2), ...synonymKinds])];
  const text = tokens.map(({ word }) => word).join(' ');
  const lexemes = tokens.map(({ lexeme }) => lexeme);
  const isNameOf = ({ lexemes: own, slug }: CategoryRow) => own.includes(lexemes[0] ?? '') && slug !== 'other';
  const named = tokens.length === 1 && !isWeak(text) ? read.categories.filter(isNameOf) : [];
  const wide = read.categories.filter(({ slug }) => meant.includes(`@${slug}`));
  const strong = kindsOf(meant);
  return {
    text,
    lexemes,
    property,
    alternatives,
    strong,
    weak: kindsOf(ids(1)),
    brand: kindsOf(hits.filter(({ isBrand }) => isBrand).map(({ kind }) => kind)),
    categories: [...new Set([...wide, ...(named.length <= 2 ? named : [])])],
    isKind: strong.length > 0 || wide.length > 0,
    wordDocs: Math.min(...tokens.map(({ docs }) => docs)),
    isVague: tokens.every(({ word }) => isWeak(word) || isSmall(word)),
  };
}

const codes = (kinds: readonly { id: string }[], sign: string) => kinds.map(({ id }) => quoted(`${sign}${id}`));

/** Properties are asked for beside something else, which decides. */
const propertyWeight = 0.5;

function unitOf(segment: Segment, read: WordsRead): Unit {
  const { text, lexemes, property, alternatives, strong, weak, brand, categories, isKind, wordDocs, isVague } =
    meaningOf(segment, read);
  const kinds = strong.length > 0 ? [...strong, ...brand] : [...brand, ...weak];
  const words = all(lexemes);
  const certain = [
    ...codes(strong, '='),
    ...categories.map(({ code }) => quoted(code)),
    property && quoted(`=p:${property.key}`),
  ];
  const isName = !isKind && property === null;
  const one = or([...certain, ...(isName ? [lexemes, ...alternatives].map((each) => all(each, 'A')) : [])]);
  const two = or([
    all(lexemes, isKind ? 'A' : 'ABC'),
    ...alternatives.map((each) => all(each, 'ABC')),
    ...codes(weak, '='),
    ...codes(strong, '~'),
    ...(property ? property.stems.map((stems) => all(stems.split(' '))) : []),
  ]);
  const wider = strong.flatMap(({ within }) => (within ? { id: within } : []));
  const three = or([words, ...alternatives.map((each) => all(each)), ...codes(weak, '~'), ...codes(wider, '=')]);
  const near = (strong.length > 0 ? strong : brand.length > 0 ? [] : weak).flatMap((kind) => kind.near);
  const parts =
    lexemes.length > 1 && isKind ? segment.tokens.filter(({ word }) => !isWeak(word) && !isSmall(word)) : [];
  const four = or([
    ...codes(
      near.map((id) => ({ id })),
      '=',
    ),
    ...(strong.length === 0 ? codes(brand, '=') : []),
  ]);
  const usual = read.categories.filter(
    ({ slug }) => slug !== 'other' && kinds.some((kind) => kind.categories[0] === slug),
  );
  const five = or([...usual.map(({ code }) => quoted(code)), ...parts.map(({ lexeme }) => quoted(lexeme))]);
  const docs = Math.max(
    wordDocs + segment.alternativeDocs,
    ...[...strong, ...weak].map((kind) => kind.docs),
    ...categories.map(({ count }) => count),
  );
  return {
    ...{ text, one, two, three, four, five, docs, kinds, categories, property },
    // Nobody has it: what is like it, and what is in its category, are close results.
    any: or([one, two, three, strong.length > 0 || docs === 0 ? four : null, docs === 0 ? five : null]) ?? quoted(text),
    strong: or(certain) ?? or([words, ...alternatives.map((each) => all(each))]) ?? quoted(text),
    weight: isVague && isName ? 0.2 : property !== null && !isKind ? propertyWeight : 1,
  };
}

const maxUnits = 8;

/** @param town words of the town's own name: nearly everything is there, or nothing says so */
export function unitsOf(
  read: WordsRead,
  {
    properties,
    alternatives,
    town,
  }: { properties: readonly Property[]; alternatives: ReadonlyMap<string, string[]>; town: readonly string[] },
): Unit[] {
  const segments = segmentsOf(read, properties, alternatives);
  const isFiller = ({ tokens, hits, property }: Segment) =>
    hits.length === 0 && property === null && tokens.every(({ word }) => isSmall(word) || /^\p{L}$/u.test(word));
  const telling = segments.filter((segment) => !isFiller(segment));
  const units = (telling.length > 0 ? telling : segments).map((segment) => {
    const unit = unitOf(segment, read);
    return segment.tokens.every(({ word }) => town.includes(word)) ? { ...unit, weight: 0.15 } : unit;
  });
  const different = [...new Map(units.map((unit) => [unit.any, unit])).values()];
  return different.toSorted((a, b) => b.weight - a.weight || a.docs - b.docs).slice(0, maxUnits);
}
