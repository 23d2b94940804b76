/** Words of the titles of the town's events and articles: they are spelled right, although no listing has them. */
import { eq, ne } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { articles, events } from '#server/db/schema/index.ts';
import { keptUntilChange } from '#server/http/kept-until-change.ts';
import { wordsOf } from './town-words.ts';

export const readTitleWords: (db: Database) => Promise<ReadonlySet<string>> = keptUntilChange(
  ['events', 'articles'],
  (db: Database) => db,
  async (db) => {
    const [ofEvents, ofArticles] = await Promise.all([
      db.select({ title: events.title }).from(events).where(ne(events.status, 'cancelled')),
      db.select({ title: articles.title }).from(articles).where(eq(articles.published, true)),
    ]);
    return new Set([...ofEvents, ...ofArticles].flatMap(({ title }) => wordsOf(title)));
  },
);
