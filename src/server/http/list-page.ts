/** Pages of lists ordered by id: UUIDv7 ids sort by creation. */
import { nextLink } from './keyset-cursor.ts';

interface PageAnswer {
  /** The list's path, without a query. */
  path: string;
  /** The list's query, without its cursor. */
  query: Record<string, string | number | undefined>;
  size: number;
  setHeader: (name: string, value: string) => void;
}

/** Takes one row more than a page holds; returns the page, with a Link header when there is more. */
export function answerPage<T extends { id: string }>(
  rows: readonly T[],
  { path, query, size, setHeader }: PageAnswer,
): T[] {
  const page = rows.slice(0, size);
  const last = page.at(-1);
  if (rows.length > size && last) setHeader('Link', nextLink(path, { ...query, cursor: last.id }));
  return page;
}
