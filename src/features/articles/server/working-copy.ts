/**
 * The text that the editor of an article holds. The article's row is what readers see, or will see at its
 * time. A newer version waits among the revisions until staff publish it. The row of a draft is always its
 * newest version.
 */
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { articleRevisions, articles, users } from '#server/db/schema/index.ts';
import { Problem } from '#shared/problem.ts';
import type { ArticleFields } from '../article-fields.ts';
import type { ArticleState, ArticleStatus } from '../staff-contract.ts';
import { toFocus } from './article-columns.ts';

type ArticleRow = typeof articles.$inferSelect;
type Written = Pick<
  ArticleRow,
  | 'title'
  | 'excerpt'
  | 'content'
  | 'imageUrl'
  | 'imageAlt'
  | 'imageCaption'
  | 'focusX'
  | 'focusY'
  | 'author'
  | 'category'
>;

export interface WorkingCopy {
  row: ArticleRow;
  /** Null when the row itself is the only version. */
  revision: typeof articleRevisions.$inferSelect | null;
  fields: ArticleFields;
  savedAt: Date;
  savedById: string | null;
  savedBy: string | null;
}

const articleGone = () => new Problem('not_found', 'This article is not there any more.');

/** @throws Problem 'not_found' */
export async function readWorkingCopy(db: Database, id: string): Promise<WorkingCopy> {
  const copy = await findWorkingCopy(db, id);
  if (copy === null) throw articleGone();
  return copy;
}

/** Locks the row until the transaction ends. @throws Problem 'not_found' */
export async function lockWorkingCopy(tx: Database, id: string): Promise<WorkingCopy> {
  await tx.execute(sql`select 1 from articles where id = ${id} for update`);
  return readWorkingCopy(tx, id);
}

export async function findWorkingCopy(db: Database, id: string): Promise<WorkingCopy | null> {
  const [found] = await db
    .select({ row: getTableColumns(articles), revision: getTableColumns(articleRevisions), savedBy: users.username })
    .from(articles)
    .leftJoin(
      articleRevisions,
      and(eq(articleRevisions.articleId, articles.id), eq(articleRevisions.version, articles.version)),
    )
    .leftJoin(users, eq(users.id, sql`coalesce(${articleRevisions.savedBy}, ${articles.savedBy})`))
    .where(eq(articles.id, id));
  if (found === undefined) return null;
  const { row, revision, savedBy } = found;
  return {
    row,
    revision,
    fields: toFields(revision ?? row),
    savedAt: revision?.savedAt ?? row.updatedAt,
    savedById: revision?.savedBy ?? row.savedBy,
    savedBy,
  };
}

export function toFields(row: Written): ArticleFields {
  const { title, excerpt, content, imageUrl, category } = row;
  return {
    title,
    excerpt,
    content,
    imageUrl,
    imageAlt: row.imageAlt ?? '',
    imageCaption: row.imageCaption ?? '',
    focus: toFocus(row),
    author: row.author ?? '',
    category,
  };
}

export function toColumns({ focus, imageAlt, imageCaption, author, ...fields }: ArticleFields): Written {
  return {
    ...fields,
    imageAlt: imageAlt || null,
    imageCaption: imageCaption || null,
    author: author || null,
    focusX: focus?.[0] ?? null,
    focusY: focus?.[1] ?? null,
  };
}

export function stateOf(
  { published, publishAt }: Pick<ArticleRow, 'published' | 'publishAt'>,
  now: Date,
): ArticleState {
  if (!published || publishAt === null) return 'draft';
  return publishAt > now ? 'scheduled' : 'published';
}

export function toStatus({ row, savedAt, savedBy }: WorkingCopy, now: Date): ArticleStatus {
  return {
    id: row.id,
    slug: row.slug,
    slugFixed: row.slugFixed,
    state: stateOf(row, now),
    publishAt: row.publishAt?.toISOString() ?? null,
    firstLiveAt: row.firstLiveAt?.toISOString() ?? null,
    version: row.version,
    shownVersion: row.shownVersion,
    savedAt: savedAt.toISOString(),
    savedBy,
  };
}

/** @throws Problem 'conflict', naming who saved, when the caller has not seen the newest version */
export function requireNewest({ row, savedBy, savedById }: WorkingCopy, version: number, actorId: string): void {
  if (row.version === version) return;
  const who =
    savedById === actorId
      ? 'You saved this article in another window'
      : `${savedBy ?? 'Somebody else'} saved this article`;
  throw new Problem('conflict', `${who} while you had it open.`);
}

export const articleTags = (id: string) => ['articles', `article:${id}`, 'missing'];
