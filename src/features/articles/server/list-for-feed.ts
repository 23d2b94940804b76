import { and, desc, eq, lte } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { articles } from '#server/db/schema/index.ts';

const newest = 30;

/** The newest articles that readers may see, with their whole text. */
export function listArticlesForFeed(db: Database, now: Date) {
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
      publishAt: articles.publishAt,
      createdAt: articles.createdAt,
      updatedAt: articles.updatedAt,
    })
    .from(articles)
    .where(and(eq(articles.published, true), lte(articles.publishAt, now)))
    .orderBy(desc(articles.publishAt))
    .limit(newest);
}
