import { and, eq } from 'drizzle-orm';
import { cleanHtml } from '#server/clean-html.ts';
import type { Database } from '#server/db/client.ts';
import { articleSlugs, articles } from '#server/db/schema/index.ts';
import type { Article } from '../contract.ts';
import { isLive, summaryColumns, toSummary } from './article-columns.ts';

/** Finds a live article. For a former slug, returns the slug it has now; null when there is none. */
export async function findArticle(
  db: Database,
  slug: string,
  now: Date,
): Promise<Article | { redirectTo: string } | null> {
  const [row] = await db
    .select({
      summary: summaryColumns,
      content: articles.content,
      imageCaption: articles.imageCaption,
      updatedAt: articles.updatedAt,
    })
    .from(articles)
    .where(and(eq(articles.slug, slug), isLive(now)));
  if (row === undefined) return findByFormerSlug(db, slug, now);
  return {
    ...toSummary(row.summary),
    content: cleanHtml(row.content),
    imageCaption: row.imageCaption,
    updatedAt: row.updatedAt.toISOString(),
  };
}

async function findByFormerSlug(db: Database, slug: string, now: Date): Promise<{ redirectTo: string } | null> {
  const [row] = await db
    .select({ redirectTo: articles.slug })
    .from(articleSlugs)
    .innerJoin(articles, eq(articles.id, articleSlugs.articleId))
    .where(and(eq(articleSlugs.slug, slug), isLive(now)));
  return row ?? null;
}
