import { and, eq, gt, ilike, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { containing } from '#server/db/containing.ts';
import { articleRevisions, articles, users } from '#server/db/schema/index.ts';
import { type KeysetCursor, writeCursor } from '#server/http/keyset-cursor.ts';
import type { ArticleState, StaffArticleRow } from '../staff-contract.ts';
import { stateOf } from './working-copy.ts';

interface Search {
  search: string;
  state: ArticleState | undefined;
  cursor: KeysetCursor | undefined;
  limit: number;
  now: Date;
}

/** Lists articles, last saved first. The search covers titles, authors, excerpts and addresses. */
export async function listAllArticles(
  db: Database,
  { search, state, cursor, limit, now }: Search,
): Promise<{ rows: StaffArticleRow[]; next: string | null }> {
  const title = sql<string>`coalesce(${articleRevisions.title}, ${articles.title})`;
  const author = sql<string>`coalesce(${articleRevisions.author}, ${articles.author}, '')`;
  // Cut to milliseconds, as the cursor is.
  const savedAt =
    sql<Date>`date_trunc('milliseconds', coalesce(${articleRevisions.savedAt}, ${articles.updatedAt}))`.mapWith(
      articles.updatedAt,
    );
  const wanted: (SQL | undefined)[] = [
    search === ''
      ? undefined
      : or(...[title, author, articles.excerpt, articles.slug].map((column) => ilike(column, containing(search)))),
    stateIs(state, now),
    cursor ? sql`(${savedAt}, ${articles.id}) < (${cursor.at}, ${cursor.id}::uuid)` : undefined,
  ];
  const rows = await db
    .select({
      id: articles.id,
      slug: articles.slug,
      slugFixed: articles.slugFixed,
      published: articles.published,
      publishAt: articles.publishAt,
      firstLiveAt: articles.firstLiveAt,
      version: articles.version,
      shownVersion: articles.shownVersion,
      savedAt,
      savedBy: users.username,
      title,
      author,
      category: sql<StaffArticleRow['category']>`coalesce(${articleRevisions.category}, ${articles.category})`,
    })
    .from(articles)
    .leftJoin(
      articleRevisions,
      and(eq(articleRevisions.articleId, articles.id), eq(articleRevisions.version, articles.version)),
    )
    .leftJoin(users, eq(users.id, sql`coalesce(${articleRevisions.savedBy}, ${articles.savedBy})`))
    .where(and(...wanted))
    .orderBy(sql`${savedAt} desc`, sql`${articles.id} desc`)
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page.map(({ published, publishAt, firstLiveAt, savedAt: at, ...row }) => ({
      ...row,
      state: stateOf({ published, publishAt }, now),
      publishAt: publishAt?.toISOString() ?? null,
      firstLiveAt: firstLiveAt?.toISOString() ?? null,
      savedAt: at.toISOString(),
    })),
    next: rows.length > limit && last ? writeCursor({ at: last.savedAt, id: last.id }) : null,
  };
}

function stateIs(state: ArticleState | undefined, now: Date): SQL | undefined {
  if (state === undefined) return undefined;
  if (state === 'draft') return sql`not (${articles.published} and ${articles.publishAt} is not null)`;
  return and(
    eq(articles.published, true),
    state === 'scheduled' ? gt(articles.publishAt, now) : lte(articles.publishAt, now),
  );
}
