import { and, eq, lte } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { articles } from '#server/db/schema/index.ts';

interface SharedArticle {
  title: string;
  category: (typeof articles.$inferSelect)['category'];
  imageUrl: string | null;
  publishAt: Date | null;
  createdAt: Date;
}

/** The data for the sharing picture of a live article. */
export async function findArticleForSharing(db: Database, slug: string, now: Date): Promise<SharedArticle | null> {
  const [row] = await db
    .select({
      title: articles.title,
      category: articles.category,
      imageUrl: articles.imageUrl,
      publishAt: articles.publishAt,
      createdAt: articles.createdAt,
    })
    .from(articles)
    .where(and(eq(articles.slug, slug), eq(articles.published, true), lte(articles.publishAt, now)));
  return row ?? null;
}
