import { and, desc, eq } from 'drizzle-orm';
import { cleanHtml } from '#server/clean-html.ts';
import type { Database } from '#server/db/client.ts';
import { articleRevisions, users } from '#server/db/schema/index.ts';
import { Problem } from '#shared/problem.ts';
import type { ArticleFields } from '../article-fields.ts';
import type { ArticleRevision } from '../staff-contract.ts';
import { addVersion } from './save-article.ts';
import { lockWorkingCopy, readWorkingCopy, requireNewest, toFields, type WorkingCopy } from './working-copy.ts';

const maxRows = 300;

/** Newest first, at most 300. @throws Problem 'not_found' when there is no such article */
export async function listRevisions(db: Database, articleId: string): Promise<ArticleRevision[]> {
  const copy = await readWorkingCopy(db, articleId);
  const rows = await db
    .select({
      id: articleRevisions.id,
      version: articleRevisions.version,
      kind: articleRevisions.kind,
      title: articleRevisions.title,
      savedAt: articleRevisions.savedAt,
      savedBy: users.username,
    })
    .from(articleRevisions)
    .leftJoin(users, eq(users.id, articleRevisions.savedBy))
    .where(eq(articleRevisions.articleId, articleId))
    .orderBy(desc(articleRevisions.version))
    .limit(maxRows);
  if (rows.length === 0) return [onlyVersion(copy)];
  return rows.map((row) => ({ ...row, savedAt: row.savedAt.toISOString() }));
}

/** @throws Problem 'not_found' */
export async function readRevision(
  db: Database,
  { id, version }: { id: string; version: number },
): Promise<ArticleRevision & { fields: ArticleFields }> {
  const [found] = await db
    .select({ row: articleRevisions, savedBy: users.username })
    .from(articleRevisions)
    .leftJoin(users, eq(users.id, articleRevisions.savedBy))
    .where(and(eq(articleRevisions.articleId, id), eq(articleRevisions.version, version)));
  if (found === undefined) {
    const copy = await readWorkingCopy(db, id);
    if (copy.revision !== null || copy.row.version !== version) throw gone();
    return { ...onlyVersion(copy), fields: cleaned(copy.fields) };
  }
  const { row, savedBy } = found;
  const { kind, title } = row;
  return {
    ...{ id: row.id, version, kind, title, savedBy },
    savedAt: row.savedAt.toISOString(),
    fields: cleaned(toFields(row)),
  };
}

/**
 * Makes an earlier version the newest. @throws Problem 'not_found', 'conflict' when somebody saved in between
 */
export async function restoreRevision(
  db: Database,
  { id, version, seen, actorId, now }: { id: string; version: number; seen: number; actorId: string; now: Date },
): Promise<WorkingCopy> {
  return db.transaction(async (tx) => {
    const copy = await lockWorkingCopy(tx, id);
    requireNewest(copy, seen, actorId);
    const { fields } = await readRevision(tx, { id, version });
    return addVersion(tx, copy, { id, fields, editor: null, kind: 'restored', actorId, now });
  });
}

const gone = () => new Problem('not_found', 'This version is not kept any more.');

const cleaned = (fields: ArticleFields): ArticleFields => ({ ...fields, content: cleanHtml(fields.content) });

/** The only version of an article that was never edited here. */
function onlyVersion({ row, savedAt, savedBy }: WorkingCopy): ArticleRevision {
  const kind = row.published ? 'published' : 'saved';
  return { id: row.id, version: row.version, kind, title: row.title, savedAt: savedAt.toISOString(), savedBy };
}
