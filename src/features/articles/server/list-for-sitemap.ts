import { and, desc, eq, lte } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { articles } from '#server/db/schema/index.ts';

/** The protocol's limit for one sitemap. */
const maxRows = 50_000;

/** Live articles, newest first, at most 50,000. */
export function listArticlesForSitemap(db: Database, now: Date): Promise<{ slug: string; updatedAt: Date }[]> {
  return db
    .select({ slug: articles.slug, updatedAt: articles.updatedAt })
    .from(articles)
    .where(and(eq(articles.published, true), lte(articles.publishAt, now)))
    .orderBy(desc(articles.publishAt))
    .limit(maxRows);
}
