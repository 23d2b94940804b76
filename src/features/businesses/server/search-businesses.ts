import { eq, inArray } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses, categories } from '#server/db/schema/index.ts';
import type { BusinessSummary } from '../contract.ts';
import { summaryColumns, toSummary } from './business-columns.ts';
import { browse, type FoundPage } from './search/browse.ts';
import { cleanSearch } from './search/clean-search.ts';
import { type Position, readCursor, writeCursor } from './search/cursor.ts';
import { estimateMatches, mostRanked } from './search/estimate.ts';
import type { Search } from './search/matches.ts';
import { rankAll } from './search/rank-all.ts';
import { rankParts } from './search/rank-parts.ts';
import { readQuery } from './search/read-query.ts';
import { type Question, readQuestion } from './search/read-words.ts';
import { findScope } from './search/scope.ts';

export interface BusinessSearch {
  search?: string | undefined;
  /** Id or slug; 'all' and '' mean every category. */
  categoryId?: string | undefined;
  limit: number;
  /** Of an earlier page of the same search; any other text gives the first page. */
  cursor?: string | undefined;
  now?: Date | undefined;
}

export interface BusinessSearchPage {
  businesses: BusinessSummary[];
  /** Exact without search and up to 1,000 matches; above that 1,001. */
  total: number;
  totalIsCapped: boolean;
  /** null: this is the last page. */
  nextCursor: string | null;
  /** The search with misspelt words replaced, when that is what was found; otherwise null. */
  correctedTo: string | null;
}

const mostCounted = 1_000;
const empty: BusinessSearchPage = {
  businesses: [],
  total: 0,
  totalIsCapped: false,
  nextCursor: null,
  correctedTo: null,
};

/**
 * Approved businesses: premium first, then relevance, then name (docs/product-rules.md#search-order). A search of nothing but blanks and signs
 * lists all; an unknown category has none. Up to some 2,000 matches the order is exact; above that relevance is by
 * stretches, see search/rank-parts.ts.
 */
export async function searchBusinesses(
  db: Database,
  { search = '', categoryId, limit, cursor, now = new Date() }: BusinessSearch,
): Promise<BusinessSearchPage> {
  const pieces = cleanSearch(search);
  const question = await readQuestion(db, pieces);
  const scope = await findScope(db, question.categories, categoryId);
  if (scope === null) return empty;
  const identity = [scope.categoryId ?? '', ...pieces];
  const position = readCursor(identity, cursor);
  const query = await readQuery(db, pieces, question, scope);
  if (query === null) {
    const page = await browse(db, scope, { limit, position, now });
    return answer(db, { page, identity, now, total: scope.size, totalIsCapped: false, correctedTo: null });
  }
  const first = await find(db, { query, scope, now }, { limit, position });
  const { page, correctedTo } =
    first.total > 0
      ? { page: first, correctedTo: query.correctedTo }
      : await findOtherwise(db, { query, scope, now }, { limit, position, pieces, question });
  const totalIsCapped = page.total > mostCounted;
  const total = totalIsCapped ? mostCounted + 1 : page.total;
  return answer(db, { page, identity, now, total, totalIsCapped, correctedTo });
}

interface Page {
  limit: number;
  position: Position | null;
}

/** Each word of a search that finds nothing may be there by itself: 'chic fil a' is not where 'chic' stands. */
async function findOtherwise(
  db: Database,
  search: Search,
  { pieces, question, ...page }: Page & { pieces: readonly string[]; question: Question },
) {
  const query = await readQuery(db, pieces, question, search.scope, { doubtAll: true });
  const nothing = { page: { ids: [], next: null, total: 0 }, correctedTo: null };
  if (query === null || query.widened === search.query.widened) return nothing;
  const found = await find(db, { ...search, query }, page);
  return found.total === 0 ? nothing : { page: found, correctedTo: query.correctedTo };
}

/** `total` is exact up to `mostRanked`. */
async function find(
  db: Database,
  search: Search,
  page: Page,
): Promise<FoundPage & { total: number; cards?: BusinessSummary[] }> {
  if (search.query.most <= mostRanked) return rankAll(db, search, page);
  const estimate = await estimateMatches(db, search);
  if (estimate === null || estimate.widened <= mostRanked) return rankAll(db, search, page);
  return { ...(await rankParts(db, search, { ...page, estimate })), total: Math.ceil(estimate.widened) };
}

interface Found extends Omit<BusinessSearchPage, 'businesses' | 'nextCursor'> {
  page: FoundPage & { cards?: BusinessSummary[] };
  identity: readonly string[];
  now: Date;
}

async function answer(db: Database, { page, identity, now, ...rest }: Found): Promise<BusinessSearchPage> {
  return {
    ...rest,
    businesses: page.cards ?? (await readCards(db, page.ids, now)),
    nextCursor: page.next === null ? null : writeCursor(identity, page.next),
  };
}

async function readCards(db: Database, ids: readonly string[], now: Date): Promise<BusinessSummary[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select(summaryColumns(now))
    .from(businesses)
    .innerJoin(categories, eq(categories.id, businesses.categoryId))
    .where(inArray(businesses.id, [...ids]));
  const cards = new Map(rows.map((row) => [row.id, toSummary(row)]));
  return ids.flatMap((id) => cards.get(id) ?? []);
}
