/** SQL that the ways of finding have in common. */
import { type SQL, sql } from 'drizzle-orm';
import type { TextQuery } from './read-query.ts';
import type { Scope } from './scope.ts';
import { allOf, anything, type Condition, lexeme, nothing } from './text-query.ts';

export interface Search {
  query: TextQuery;
  scope: Scope;
  now: Date;
}

export const premiumLexeme = lexeme('=p');

export function inScope({ categoryId }: Scope): SQL {
  return categoryId === null ? sql`` : sql`and category_id = ${categoryId}`;
}

/** So many conditions are told apart by the word index; search_ranked and search_sample take just so many. */
export const mostConditions = 4;

/**
 * Conditions for the word index, all of which hold, and that of the scope's category. Apart, because in one query that joins them by
 * '&' the index may choose to go through the most frequent word: ten times the work for 'auto repair san antonio' where every
 * second listing has the town in it. The rarest first: the index looks at the next one only for what the first ones leave.
 * Without any, nothing matches.
 */
export function indexConditions(conditions: readonly Condition[], { categoryCode, size }: Scope): string[] {
  const own = conditions.length > 0 ? conditions : [{ query: nothing, listings: 0 }];
  const ofCategory = categoryCode === null ? [] : [{ query: lexeme(categoryCode), listings: size }];
  const all = [...ofCategory, ...own].toSorted((a, b) => a.listings - b.listings).map(({ query }) => query);
  const [apart, rest] = [all.slice(0, mostConditions - 1), all.slice(mostConditions - 1)];
  return rest.length === 0 ? apart : [...apart, allOf(rest)];
}

/** As many conditions as a function of the database takes; those that are missing hold for every listing. */
export function filled(conditions: readonly string[], count: number): string[] {
  return [...conditions, ...Array<string>(count - conditions.length).fill(anything)];
}
