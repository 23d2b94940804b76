import type { Database } from '#server/db/client.ts';
import { articles } from '#server/db/schema/index.ts';
import { nextNumber } from './unique.ts';

type Article = typeof articles.$inferSelect;

/** Stores an article that went live a minute ago; fields that the test does not give are made up. */
export async function anArticle(db: Database, given: Partial<typeof articles.$inferInsert> = {}): Promise<Article> {
  const number = nextNumber();
  const [row] = await db
    .insert(articles)
    .values({
      slug: `article-${number}`,
      title: `Article ${number}`,
      content: '<p>Text</p>',
      published: true,
      publishAt: new Date(Date.now() - 60_000),
      ...given,
    })
    .returning();
  if (!row) throw new Error('the article was not stored');
  return row;
}
