/** The units of a search, and the conditions that functions/5-find.sql ranks by, as text for tsquery. */
import type { Property } from '../property-words.ts';
import type { CategoryRow, KindRow } from './read-words.ts';

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
  /** The same without what is only of its category. */
  anyNear: string;
  /** It is, has or mentions this. */
  has: string;
  /** It surely is this. */
  certain: string;
  /** A name with words for the kind that it means. */
  named: string | null;
  /** Listings that have it, about. */
  docs: number;
  /** Below a half, a listing without it has all that was asked for. */
  weight: number;
  /** Kinds it means, for offers and labels. */
  kinds: KindRow[];
  categories: CategoryRow[];
  property: Property | null;
  /** It means its kinds or categories: it is no brand's name, and no listing's word that may mean something by the way. */
  isMeant: boolean;
  /** It says where: a street, a mall, a neighborhood. */
  isPlace?: boolean;
}

export const quoted = (lexeme: string) => `'${lexeme.replace(/['\\]/g, '')}'`;
export const or = (parts: (string | null)[]): string | null => {
  const given = [...new Set(parts.filter((part) => part !== null && part !== ''))];
  return given.length === 0 ? null : given.join(' | ');
};
export const all = (lexemes: readonly string[], weights = '') =>
  lexemes.length === 0
    ? null
    : `(${lexemes.map((lexeme) => quoted(lexeme) + (weights ? `:${weights}` : '')).join(' & ')})`;

/** Alternatives of a condition, as the texts between its outermost ' | '. */
function alternativesOf(condition: string): string[] {
  const found: string[] = [];
  let depth = 0;
  for (const part of condition.split(' | ')) {
    if (depth > 0) found.push(`${found.pop()} | ${part}`);
    else found.push(part);
    depth += part.split('(').length - part.split(')').length;
  }
  return found;
}

/**
 * Returns what a condition means among one category's listings: they have no other category's code, and no code of a kind that is not of
 * their category (functions/2-listings.sql). To look for those would cost most of the time.
 */
export function amongListingsOf(
  { code, slug, isKept }: CategoryRow,
  units: readonly Unit[],
  categories: readonly CategoryRow[],
) {
  const others = isKept ? units.flatMap(({ kinds }) => kinds).filter((kind) => !kind.categories.includes(slug)) : [];
  const absent = new Set([
    ...categories.flatMap((other) => (other.code === code ? [] : quoted(other.code))),
    ...others.flatMap(({ id }) => [quoted(`=${id}`), quoted(`~${id}`)]),
  ]);
  const isThere = (alternative: string) =>
    alternative.includes(' | ') || !(alternative.match(/(?<!!)'[^']*'/g) ?? []).some((lexeme) => absent.has(lexeme));
  return (condition: string, text: string) => or(alternativesOf(condition).filter(isThere)) ?? quoted(text);
}
