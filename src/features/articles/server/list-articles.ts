import { and, count, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { articles } from '#server/db/schema/index.ts';
import { type KeysetCursor, writeCursor } from '#server/http/keyset-cursor.ts';
import type { ArticleSummary } from '../contract.ts';
import { type ArticleFilter, inFilter, isLive, newestFirst, summaryColumns, toSummary } from './article-columns.ts';

interface ArticlePage {
  articles: ArticleSummary[];
  /** On all pages together. */
  total: number;
  nextCursor: string | null;
}

/** Live articles, newest first, of a category and a month if asked. */
export async function readArticles(
  db: Database,
  { now, limit, cursor, ...filter }: ArticleFilter & { now: Date; limit: number; cursor?: KeysetCursor | undefined },
): Promise<ArticlePage> {
  const after = cursor ? sql`(${articles.publishAt}, ${articles.id}) < (${cursor.at}, ${cursor.id}::uuid)` : undefined;
  const wanted = and(isLive(now), inFilter(filter));
  const [rows, counted] = await Promise.all([
    db
      .select(summaryColumns)
      .from(articles)
      .where(and(wanted, after))
      .orderBy(...newestFirst)
      .limit(limit + 1),
    db.select({ total: count() }).from(articles).where(wanted),
  ]);
  const page = rows.slice(0, limit).map(toSummary);
  const last = page.at(-1);
  return {
    articles: page,
    total: counted[0]?.total ?? 0,
    nextCursor: rows.length > limit && last ? writeCursor({ at: new Date(last.createdAt), id: last.id }) : null,
  };
}
