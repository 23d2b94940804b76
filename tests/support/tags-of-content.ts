import type { Database } from '#server/db/client.ts';
import { articles, businesses } from '#server/db/schema/index.ts';

/** The tags of all content that a test may change. Single pages come first, so that the home page is dropped last. */
export async function tagsOfContent(db: Database): Promise<string[]> {
  const listings = await db.select({ id: businesses.id }).from(businesses);
  const stories = await db.select({ id: articles.id }).from(articles);
  return [
    ...listings.map(({ id }) => `business:${id}`),
    ...stories.map(({ id }) => `article:${id}`),
    ...['businesses', 'categories', 'events', 'articles', 'ads', 'missing'],
  ];
}
