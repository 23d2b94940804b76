import { and, eq } from 'drizzle-orm';
import { cleanHtml } from '#server/clean-html.ts';
import type { Database } from '#server/db/client.ts';
import { articles } from '#server/db/schema/index.ts';
import type { Article } from '../contract.ts';
import { isLive, summaryColumns, toSummary } from './article-columns.ts';

/** An article that readers may see; null when there is none. */
export async function findArticle(db: Database, slug: string, now: Date): Promise<Article | null> {
  const [row] = await db
    .select({
      summary: summaryColumns,
      content: articles.content,
      imageCaption: articles.imageCaption,
      updatedAt: articles.updatedAt,
    })
    .from(articles)
    .where(and(eq(articles.slug, slug), isLive(now)));
  if (row === undefined) return null;
  return {
    ...toSummary(row.summary),
    content: cleanHtml(row.content),
    imageCaption: row.imageCaption,
    updatedAt: row.updatedAt.toISOString(),
  };
}
