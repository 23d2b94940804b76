import { and, count, desc, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { articles } from '#server/db/schema/index.ts';
import { articleCategories } from '#shared/city.ts';
import type { Answer } from '#shared/endpoint.ts';
import { type countArticles, maxNewsMonths } from '../contract.ts';
import { type ArticleFilter, inFilter, isLive } from './article-columns.ts';

/**
 * Counts the live articles of each choice: the categories within the month that is chosen, the months within the category. Without
 * a choice, of all.
 */
export async function readArticleCounts(
  db: Database,
  { now, category, month, timeZone }: ArticleFilter & { now: Date },
): Promise<Answer<typeof countArticles>> {
  const monthOf = sql<string>`to_char(${articles.publishAt} at time zone ${timeZone}, 'YYYY-MM')`;
  const [byCategory, months] = await Promise.all([
    db
      .select({ category: articles.category, count: count() })
      .from(articles)
      .where(and(isLive(now), inFilter({ month, timeZone })))
      .groupBy(articles.category),
    db
      .select({ month: monthOf.as('month'), count: count() })
      .from(articles)
      .where(and(isLive(now), inFilter({ category, timeZone })))
      .groupBy(sql`month`)
      .orderBy(desc(sql`month`))
      .limit(maxNewsMonths),
  ]);
  const counts = new Map(byCategory.map((row) => [row.category, row.count]));
  return {
    total: byCategory.reduce((sum, row) => sum + row.count, 0),
    categories: articleCategories.map((one) => ({ category: one, count: counts.get(one) ?? 0 })),
    months,
  };
}
