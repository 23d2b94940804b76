/** Builds PostgreSQL text queries as text, from lexemes only: nothing that people type is ever parsed as a query. */

/** Matches nothing: no listing holds an empty category. */
export const nothing = "'=none'";

/** Matches every listing, and costs nothing beside another condition. */
export const anything = `!${nothing}`;

/** One of several that all hold. */
export interface Condition {
  query: string;
  /** That hold it, as far as they were counted. Only the order hangs on it in which the word index takes conditions. */
  listings: number;
}

export function lexeme(value: string): string {
  return `'${value.replace(/\\/g, '\\\\').replace(/'/g, "''")}'`;
}

/** The same where it stands in the name. */
export function nameLexeme(value: string): string {
  return `${lexeme(value)}:A`;
}

export function anyOf(queries: readonly string[]): string {
  const distinct = [...new Set(queries)];
  if (distinct.length === 0) return nothing;
  return distinct.length === 1 ? (distinct[0] ?? nothing) : `(${distinct.join(' | ')})`;
}

export function allOf(queries: readonly string[]): string {
  const distinct = [...new Set(queries)];
  if (distinct.length === 0) return nothing;
  return distinct.length === 1 ? (distinct[0] ?? nothing) : `(${distinct.join(' & ')})`;
}
