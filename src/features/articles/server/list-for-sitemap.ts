import { and, desc, eq, lte } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { articles } from '#server/db/schema/index.ts';

/** What a sitemap may hold at most. */
const most = 50_000;

/** Articles that readers may see, newest first, at most 50,000. */
export function listArticlesForSitemap(db: Database, now: Date): Promise<{ slug: string; updatedAt: Date }[]> {
  return db
    .select({ slug: articles.slug, updatedAt: articles.updatedAt })
    .from(articles)
    .where(and(eq(articles.published, true), lte(articles.publishAt, now)))
    .orderBy(desc(articles.publishAt))
    .limit(most);
}
