import { and, desc, eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { articles } from '#server/db/schema/index.ts';
import { isLive } from './article-columns.ts';

const newest = 30;

/** The newest live articles with their whole text, of one category or of all. */
export function listArticlesForFeed(db: Database, now: Date, category?: (typeof articles.$inferSelect)['category']) {
  return db
    .select({
      id: articles.id,
      slug: articles.slug,
      title: articles.title,
      excerpt: articles.excerpt,
      content: articles.content,
      category: articles.category,
      imageUrl: articles.imageUrl,
      imageAlt: articles.imageAlt,
      author: articles.author,
      publishAt: articles.publishAt,
      createdAt: articles.createdAt,
      updatedAt: articles.updatedAt,
    })
    .from(articles)
    .where(and(isLive(now), category ? eq(articles.category, category) : undefined))
    .orderBy(desc(articles.publishAt))
    .limit(newest);
}
