/** Tells words of a listing's text that ask for its kind from the same words said by the way. */
import { all, quoted } from './conditions.ts';
import type { KindRow, WordsRead } from './read-words.ts';
import type { Segment } from './segments.ts';

/** A listing of a kind that nobody knows. */
export const unknown = "'=unknown'";

/**
 * A garage's 'coffee next door' is no café: words that mean a kind, or a brand, and stand in a text count where such a business may be, or
 * where nobody knows what the business is.
 */
export function mentionsAmongOwn(
  lexemes: readonly (readonly string[])[],
  mentions: readonly (string | null)[],
  { hits }: Segment,
  { kinds, categories }: WordsRead,
): (string | null)[] {
  const meant = hits.filter(({ strength }) => strength === 2).map(({ kind }) => kind);
  const own = new Set(kinds.filter(({ id }) => meant.includes(id)).flatMap((kind) => kind.categories));
  const places = [...categories.filter(({ slug }) => own.has(slug)).map(({ code }) => quoted(code)), unknown];
  if (own.size === 0 || meant.some((kind) => /^[@%]/.test(kind))) return [...mentions];
  return [
    ...lexemes.map((each) => all(each, 'A')),
    ...mentions.flatMap((mention) => places.map((place) => mention && `(${mention} & ${place})`)),
  ];
}

/**
 * A word that means something only in phrases of the vocabulary: it has another form there, as 'speed' in 'speeding ticket', or is in phrases for
 * all sorts of businesses, as 'permit'. What such a kind is, is only close.
 */
export function isByTheWay({ tokens, hits }: Segment, kinds: readonly KindRow[]): boolean {
  const categories = new Set(kinds.flatMap((kind) => kind.categories.slice(0, 1)));
  return (
    hits.length > 0 &&
    hits.every(({ strength }) => strength === 0) &&
    tokens.every(({ isReal, isPhrased }) => isReal && (!isPhrased || categories.size > 2))
  );
}
