import { and, eq, ne, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { articleSlugs, articles } from '#server/db/schema/index.ts';
import type { Answer } from '#shared/endpoint.ts';
import type { getMoreArticles } from '../contract.ts';
import { isLive, newestFirst, summaryColumns, toSummary } from './article-columns.ts';

const maxRelated = 3;

/**
 * Finds what to read after a live article, by its slug or a former one; null when there is none. Each query is limited, so that an
 * archive of any size costs the same.
 */
export async function readMoreArticles(
  db: Database,
  slug: string,
  now: Date,
): Promise<Answer<typeof getMoreArticles> | null> {
  const former = db.select({ id: articleSlugs.articleId }).from(articleSlugs).where(eq(articleSlugs.slug, slug));
  const [article] = await db
    .select({ id: articles.id, category: articles.category, publishAt: articles.publishAt })
    .from(articles)
    .where(and(or(eq(articles.slug, slug), eq(articles.id, sql`(${former})`)), isLive(now)))
    .limit(1);
  if (article === undefined) return null;
  const others = and(isLive(now), ne(articles.id, article.id));
  const newest = (condition: typeof others, limit: number) =>
    db
      .select(summaryColumns)
      .from(articles)
      .where(condition)
      .orderBy(...newestFirst)
      .limit(limit);
  const [older, ofCategory, ofAll] = await Promise.all([
    newest(and(others, sql`(${articles.publishAt}, ${articles.id}) < (${article.publishAt}, ${article.id}::uuid)`), 1),
    newest(and(others, eq(articles.category, article.category)), maxRelated + 1),
    newest(others, maxRelated + 1),
  ]);
  const next = older[0] ?? null;
  // Each article once, those of the category first: a map keeps the order of first insertion.
  const found = new Map([...ofCategory, ...ofAll].map((row) => [row.id, row]));
  if (next !== null) found.delete(next.id);
  return {
    next: next && toSummary(next),
    related: [...found.values()].slice(0, maxRelated).map(toSummary),
  };
}
