/** The units of a search: what a listing has or has not, each as the conditions that functions/5-find.sql ranks by. */
import type { CategoryRow, KindRow, PhraseHit, Token, WordsRead } from './read-words.ts';
import { isSmall, isWeak } from './small-words.ts';

export interface Unit {
  /** As it was typed. */
  text: string;
  /** It is this; it has this; it mentions this; its category fits: as text for tsquery, null where nothing would. */
  one: string | null;
  two: string | null;
  three: string | null;
  four: string | null;
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
      property: propertyAt(at, length),
      alternatives: [...own(synonyms).map(({ lexemes }) => lexemes), ...spelled.map((lexeme) => [lexeme])],
      synonymKinds: own(synonyms).flatMap(({ kinds }) => kinds),
    });
    at += length;
  }
  return segments;
}

function unitOf({ tokens, hits, property, alternatives, synonymKinds }: Segment, read: WordsRead): Unit {
  const lexemes = tokens.map(({ lexeme }) => lexeme);
  const text = tokens.map(({ word }) => word).join(' ');
  const ids = (strength: number) =>
    hits.filter((hit) => hit.strength === strength && !hit.isBrand).map(({ kind }) => kind);
  const meant = [...new Set([...ids(2), ...synonymKinds])];
  const strongKinds = meant.filter((id) => !id.startsWith('@'));
  const weakKinds = ids(1).filter((id) => !id.startsWith('@'));
  const brandKinds = hits.filter(({ isBrand }) => isBrand).map(({ kind }) => kind);
  const named =
    tokens.length === 1 && !isWeak(text)
      ? read.categories.filter((each) => each.lexemes.includes(lexemes[0] ?? '') && each.slug !== 'other')
      : [];
  const wide = read.categories.filter(({ slug }) => meant.includes(`@${slug}`));
  const categories = [...new Set([...wide, ...(named.length <= 2 ? named : [])])];
  const kinds = [...strongKinds, ...brandKinds, ...weakKinds].flatMap(
    (id) => read.kinds.find((kind) => kind.id === id) ?? [],
  );
  const codes = (list: readonly string[], sign: string) => list.map((id) => quoted(`${sign}${id}`));
  const fallback = read.categories.filter(({ slug }) => kinds.some((kind) => kind.categories[0] === slug));
  const words = all(lexemes);
  const isKind = strongKinds.length > 0 || wide.length > 0;
  const others = alternatives.map((each) => all(each));
  const one = or([
    ...codes(strongKinds, '='),
    ...categories.map(({ code }) => quoted(code)),
    property && quoted(`=p:${property.key}`),
    isKind || property ? null : all(lexemes, 'A'),
    ...(isKind || property ? [] : alternatives.map((each) => all(each, 'A'))),
  ]);
  const two = or([
    all(lexemes, isKind ? 'A' : 'ABC'),
    ...alternatives.map((each) => all(each, 'ABC')),
    ...codes(weakKinds, '='),
    ...codes(strongKinds, '~'),
    ...(property ? property.stems.map((stems) => all(stems.split(' '))) : []),
  ]);
  const three = or([words, ...others, ...codes(weakKinds, '~')]);
  const four = or(fallback.map(({ code }) => quoted(code)));
  const kindDocs = Math.max(
    0,
    ...kinds.filter(({ id }) => strongKinds.includes(id)).map(({ docs }) => docs),
    ...categories.map(({ count }) => count),
  );
  const isVague = tokens.every(({ word }) => isWeak(word) || isSmall(word)) && !isKind && property === null;
  return {
    text,
    one,
    two,
    three,
    four,
    any: or([one, two, three]) ?? quoted(text),
    strong:
      or([
        ...codes(strongKinds, '='),
        ...categories.map(({ code }) => quoted(code)),
        property && quoted(`=p:${property.key}`),
      ]) ??
      or([words, ...others]) ??
      quoted(text),
    docs: Math.max(
      kindDocs,
      Math.min(...tokens.map(({ docs }) => docs)),
      ...weakKinds.map((id) => read.kinds.find((kind) => kind.id === id)?.docs ?? 0),
    ),
    weight: isVague ? 0.2 : 1,
    kinds: kinds.filter(({ id }) => strongKinds.includes(id) || brandKinds.includes(id) || strongKinds.length === 0),
    categories,
    property,
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
