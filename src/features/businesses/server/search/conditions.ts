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
