import { eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses, categories } from '#server/db/schema/index.ts';
import type { BusinessSummary } from '../../contract.ts';
import { summaryColumns, toSummary } from '../business-columns.ts';
import type { FoundPage } from './browse.ts';
import type { Position } from './cursor.ts';
import { inScope, relevance, type Search, scoped } from './matches.ts';

interface Page {
  limit: number;
  position: Position | null;
}

/**
 * Finds every match through the word index and ranks them all: the exact order and the exact number, with their cards in
 * the same statement. Its time grows with the number of matches, about 2 ms for each thousand.
 */
export async function rankAll(
  db: Database,
  search: Search,
  { limit, position }: Page,
): Promise<FoundPage & { total: number; cards: BusinessSummary[] }> {
  const { query, scope, now } = search;
  const at = position?.list === 'ranked' ? position : null;
  const isLater = at
    ? sql`where premium < ${at.premium} or (premium = ${at.premium} and (relevance < ${at.relevance}
        or (relevance = ${at.relevance} and (name_sort, business_id) > (${at.name}, ${at.id}::uuid))))`
    : sql``;
  const hits = sql`
    select business_id, name_sort, coalesce(premium_until > ${now.toISOString()}, false) as premium,
      ${relevance(query)} as relevance
    from search_docs where words @@ ${scoped(query.widened, scope)}::tsquery ${inScope(scope)}`;
  const ranked = db
    .$with('ranked', {
      businessId: sql<string>`business_id`.as('business_id'),
      premium: sql<boolean>`premium`.as('premium'),
      relevance: sql<number>`relevance`.as('relevance'),
      name: sql<string>`name_sort`.as('name_sort'),
      total: sql<number>`total`.as('total'),
    })
    .as(sql`
    with hit as materialized (${hits})
    select business_id, premium, relevance, name_sort, (select count(*)::int from hit) as total
    from hit ${isLater}
    order by premium desc, relevance desc, name_sort, business_id limit ${limit + 1}`);
  const found = await db
    .with(ranked)
    .select({
      card: summaryColumns(now),
      premium: ranked.premium,
      relevance: ranked.relevance,
      name: ranked.name,
      total: ranked.total,
    })
    .from(ranked)
    .innerJoin(businesses, eq(businesses.id, ranked.businessId))
    .innerJoin(categories, eq(categories.id, businesses.categoryId))
    .orderBy(sql`premium desc, relevance desc, name_sort, business_id`);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const cards = page.map(({ card }) => toSummary(card));
  return {
    ids: cards.map(({ id }) => id),
    cards,
    // A page after the last one has no row to tell the number.
    total: found[0]?.total ?? (at === null ? 0 : await countAll(db, search)),
    next:
      last && found.length > limit
        ? { list: 'ranked', premium: last.premium, relevance: last.relevance, name: last.name, id: last.card.id }
        : null,
  };
}

async function countAll(db: Database, { query, scope }: Search): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`
    select count(*)::int as total from search_docs
    where words @@ ${scoped(query.widened, scope)}::tsquery ${inScope(scope)}`);
  return rows[0]?.total ?? 0;
}
