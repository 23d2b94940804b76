import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { cleanHtml } from '#server/clean-html.ts';
import type { Database } from '#server/db/client.ts';
import { articleRevisions, articles } from '#server/db/schema/index.ts';
import { type ArticleFields, changedFields, isSameArticle } from '../article-fields.ts';
import { allocateSlug } from './allocate-slug.ts';
import { lockWorkingCopy, requireNewest, toColumns, toFields, type WorkingCopy } from './working-copy.ts';

/** Autosaves by one person within ten minutes share a revision. */
const sittingMs = 600_000;
const maxAutosaves = 50;

type Kind = (typeof articleRevisions.$inferSelect)['kind'];

interface Save {
  id: string;
  fields: ArticleFields;
  /** The newest version that the editor has seen; 0 for a new article. */
  version: number;
  /** The open editor that saves. */
  editor: string | null;
  kind: Kind;
  actorId: string;
  now: Date;
}

/**
 * Stores the editor's text as the newest version. The row of a draft follows it; the row of a published
 * article, which readers see, does not. Saving the same text again changes nothing, so a save whose answer
 * was lost may be repeated.
 * @throws Problem 'conflict' when somebody saved in between, 'not_found' when the article was deleted
 */
export async function saveArticle(db: Database, save: Save): Promise<WorkingCopy> {
  const fields = { ...save.fields, content: cleanHtml(save.fields.content) };
  return db.transaction(async (tx) => {
    if (save.version === 0 && (await insertArticle(tx, save, fields))) return lockWorkingCopy(tx, save.id);
    const copy = await lockWorkingCopy(tx, save.id);
    if (save.editor === null || copy.row.savedIn !== save.editor) requireNewest(copy, save.version, save.actorId);
    return addVersion(tx, copy, { ...save, fields });
  });
}

async function insertArticle(tx: Database, save: Save, fields: ArticleFields): Promise<boolean> {
  const { id, actorId, now, editor, kind } = save;
  const slug = await allocateSlug(tx, fields.title, id);
  const added = await tx
    .insert(articles)
    .values({
      ...toColumns(fields),
      id,
      slug,
      slugFixed: false,
      savedBy: actorId,
      savedIn: editor,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: articles.id });
  if (added.length === 0) return false;
  await addRevision(tx, { articleId: id, version: 1, kind, fields, actorId, now });
  await writeAudit(tx, {
    actorId,
    action: 'article.created',
    subjectType: 'article',
    subjectId: id,
    data: { title: fields.title },
  });
  return true;
}

/** Makes `fields` the newest version of an article whose row is locked. */
export async function addVersion(tx: Database, copy: WorkingCopy, save: Omit<Save, 'version'>): Promise<WorkingCopy> {
  const { row, revision } = copy;
  const { id, fields, actorId, now, editor, kind } = save;
  const changed = changedFields(copy.fields, fields);
  if (changed.length === 0 && kind !== 'restored') {
    if (kind === 'saved' && revision?.kind === 'autosaved') {
      await tx.update(articleRevisions).set({ kind }).where(eq(articleRevisions.id, revision.id));
    }
    if (row.savedIn === editor) return copy;
    await tx.update(articles).set({ savedIn: editor }).where(eq(articles.id, id));
    return lockWorkingCopy(tx, id);
  }
  if (revision === null) await keepFirstVersion(tx, copy);
  const version = row.version + 1;
  const isSitting =
    kind === 'autosaved' &&
    revision?.kind === 'autosaved' &&
    revision.savedBy === actorId &&
    !(row.published && row.shownVersion === row.version) &&
    Math.floor(revision.savedAt.getTime() / sittingMs) === Math.floor(now.getTime() / sittingMs);
  if (isSitting) {
    await tx
      .update(articleRevisions)
      .set({ ...toColumns(fields), version, savedAt: now })
      .where(eq(articleRevisions.id, revision.id));
  } else {
    await addRevision(tx, { articleId: id, version, kind, fields, actorId, now });
    await writeAudit(tx, {
      actorId,
      action: kind === 'restored' ? 'article.restored' : 'article.edited',
      subjectType: 'article',
      subjectId: id,
      data: { title: fields.title, version, changed },
    });
  }
  const isShown = !row.published || isSameArticle(toFields(row), fields);
  await tx
    .update(articles)
    .set({
      version,
      savedBy: actorId,
      savedIn: editor,
      ...(isShown ? { shownVersion: version } : {}),
      ...(row.published ? {} : { ...toColumns(fields), updatedAt: now, slug: await slugFor(tx, row, fields) }),
    })
    .where(eq(articles.id, id));
  return lockWorkingCopy(tx, id);
}

/** The slug of a draft that was never public follows the title. */
async function slugFor(tx: Database, row: WorkingCopy['row'], { title }: ArticleFields): Promise<string> {
  return row.slugFixed || row.title === title ? row.slug : allocateSlug(tx, title, row.id);
}

/**
 * Stores the version before the first edit, for an article that came from an import or an earlier release.
 */
async function keepFirstVersion(tx: Database, { row, fields }: WorkingCopy): Promise<void> {
  await addRevision(tx, {
    articleId: row.id,
    version: row.version,
    kind: row.published ? 'published' : 'saved',
    fields,
    actorId: row.savedBy,
    now: row.updatedAt,
  });
}

interface NewRevision {
  articleId: string;
  version: number;
  kind: Kind;
  fields: ArticleFields;
  actorId: string | null;
  now: Date;
}

async function addRevision(tx: Database, { articleId, version, kind, fields, actorId, now }: NewRevision) {
  await tx
    .insert(articleRevisions)
    .values({ articleId, version, kind, ...toColumns(fields), savedBy: actorId, savedAt: now });
  const { id } = articleRevisions;
  const ofArticle = and(eq(articleRevisions.articleId, articleId), eq(articleRevisions.kind, 'autosaved'));
  const tooOld = tx
    .select({ id })
    .from(articleRevisions)
    .where(
      and(
        ofArticle,
        sql`version not in (select unnest(array[a.version, a.shown_version]) from articles a where a.id = ${articleId})`,
      ),
    )
    .orderBy(desc(articleRevisions.version))
    .offset(maxAutosaves);
  await tx.delete(articleRevisions).where(inArray(id, tooOld));
}

/** Marks the newest version as published; makes its row when there is none. */
export async function markPublished(tx: Database, copy: WorkingCopy): Promise<void> {
  if (copy.revision === null) return keepFirstVersion(tx, { ...copy, row: { ...copy.row, published: true } });
  await tx.update(articleRevisions).set({ kind: 'published' }).where(eq(articleRevisions.id, copy.revision.id));
}
