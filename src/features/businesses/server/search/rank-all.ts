import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import type { BusinessSummary } from '../../contract.ts';
import type { FoundPage } from './browse.ts';
import type { Position } from './cursor.ts';
import { filled, indexConditions, mostConditions, type Search } from './matches.ts';

interface Page {
  limit: number;
  position: Position | null;
}

/** A card and its place in the order. */
interface RankedCard extends BusinessSummary {
  premium: boolean;
  relevance: number;
  nameSort: string;
}

/**
 * Its columns are those of business-columns.ts. Relevance: 2 more when a listing's name is the search, 1 more when it has the words
 * themselves and not only what they may also mean; then by field (name 1, category 0.4, address 0.2, description 0.1) and number of hits.
 */
const searchRanked = prepared((db) => {
  const given = sql.placeholder;
  return db
    .select({ total: sql<number>`total`, found: sql<RankedCard[] | null>`found` })
    .from(sql`search_ranked(${given('literal')}::tsquery, ${given('widened')}::tsquery, ${given('byIndex')}::text[]::tsquery[],
      ${given('categoryId')}, ${given('plain')}, ${given('now')}, ${given('most')},
      ${given('afterPremium')}, ${given('afterRelevance')}, ${given('afterName')}, ${given('afterId')})`)
    .prepare('search_ranked');
});

/**
 * Finds every match through the word index and ranks them all: the exact order and the exact number, with their cards in
 * the same statement. Its time grows with the number of matches, about 2 ms for each thousand.
 */
export async function rankAll(
  db: Database,
  { query, scope, now }: Search,
  { limit, position }: Page,
): Promise<FoundPage & { total: number; cards: BusinessSummary[] }> {
  const at = position?.list === 'ranked' ? position : null;
  const [{ total, found } = { total: 0, found: null }] = await searchRanked(db).execute({
    literal: query.literal === query.widened ? null : query.literal,
    widened: query.widened,
    byIndex: filled(indexConditions(query.apart.widened, scope), mostConditions),
    categoryId: scope.categoryId,
    plain: query.plain,
    now: now.toISOString(),
    most: limit + 1,
    afterPremium: at?.premium ?? null,
    afterRelevance: at?.relevance ?? null,
    afterName: at?.name ?? null,
    afterId: at?.id ?? null,
  });
  const page = (found ?? []).slice(0, limit);
  const last = page.at(-1);
  return {
    ids: page.map(({ id }) => id),
    cards: page.map(({ premium: _, relevance: __, nameSort: ___, ...card }) => ({
      ...card,
      premiumExpiresAt: card.premiumExpiresAt && new Date(card.premiumExpiresAt).toISOString(),
    })),
    total,
    next:
      last && (found ?? []).length > limit
        ? { list: 'ranked', premium: last.premium, relevance: last.relevance, name: last.nameSort, id: last.id }
        : null,
  };
}
