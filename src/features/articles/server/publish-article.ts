import { eq } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { articles } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { Problem } from '#shared/problem.ts';
import { dayMs } from '#shared/times.ts';
import type { ArticleFields } from '../article-fields.ts';
import { dueAfter, publishDue } from './publish-due.ts';
import { markPublished } from './save-article.ts';
import { articleTags, lockWorkingCopy, requireNewest, stateOf, toColumns, type WorkingCopy } from './working-copy.ts';

interface Publish {
  id: string;
  version: number;
  /** Null means now, or the former date of an article that readers have seen before. */
  publishAt: Date | null;
  actorId: string;
  now: Date;
}

/**
 * Shows the newest version to readers, now or at a later time. An article keeps the date of its first
 * publication, so that a change does not make it new in feeds.
 * @throws Problem 'conflict' when somebody saved in between, 'invalid' when something is missing or the time
 * is past
 */
export async function publishArticle(db: Database, { id, version, publishAt, actorId, now }: Publish) {
  return db.transaction(async (tx) => {
    const copy = await lockWorkingCopy(tx, id);
    requireNewest(copy, version, actorId);
    const state = stateOf(copy.row, now);
    checkComplete(copy.fields);
    if (publishAt !== null) checkTime(publishAt, { state, now });
    const goesLiveAt = publishAt ?? dateOf(copy, now);
    const isLive = goesLiveAt <= now;
    await markPublished(tx, copy);
    await tx
      .update(articles)
      .set({
        ...toColumns(copy.fields),
        published: true,
        publishAt: goesLiveAt,
        slugFixed: true,
        shownVersion: copy.row.version,
        liveSince: isLive ? goesLiveAt : null,
        firstLiveAt: copy.row.firstLiveAt ?? (isLive ? goesLiveAt : null),
        updatedAt: now,
      })
      .where(eq(articles.id, id));
    await writeAudit(tx, {
      actorId,
      action: state === 'published' ? 'article.changes-published' : isLive ? 'article.published' : 'article.scheduled',
      subjectType: 'article',
      subjectId: id,
      data: { title: copy.fields.title, version: copy.row.version, publishAt: goesLiveAt.toISOString() },
    });
    if (isLive) await announceChange(tx, articleTags(id));
    else {
      const singletonKey = `${id} ${goesLiveAt.getTime()}`;
      await enqueue(tx, publishDue, {}, { startAfter: dueAfter(goesLiveAt), singletonKey });
    }
    return lockWorkingCopy(tx, id);
  });
}

function dateOf({ row }: WorkingCopy, now: Date): Date {
  const wasSeen = row.firstLiveAt !== null || stateOf(row, now) === 'published';
  return wasSeen && row.publishAt !== null && row.publishAt <= now ? row.publishAt : now;
}

function checkComplete({ title, imageUrl, imageAlt }: ArticleFields): void {
  const fields: Record<string, string> = {};
  if (title === '') fields.title = 'Please give the article a title.';
  if (imageUrl !== null && imageAlt === '') fields.imageAlt = 'Please say what the picture shows.';
  const [first] = Object.values(fields);
  if (first !== undefined) throw new Problem('invalid', first, { fields });
}

function checkTime(publishAt: Date, { state, now }: { state: string; now: Date }): void {
  const refuse = (message: string) => new Problem('invalid', message, { fields: { publishAt: message } });
  if (state === 'published') throw refuse('This article is published already. Unpublish it first to choose a time.');
  if (publishAt <= now) throw refuse('Please choose a time that is still to come.');
  if (publishAt.getTime() > now.getTime() + 5 * 366 * dayMs) throw refuse('Please choose a time within five years.');
}

/**
 * Turns the article back into a draft with the editor's newest version. @throws Problem 'conflict',
 * 'not_found'
 */
export async function unpublishArticle(
  db: Database,
  { id, version, actorId, now }: Omit<Publish, 'publishAt'>,
): Promise<WorkingCopy> {
  return db.transaction(async (tx) => {
    const copy = await lockWorkingCopy(tx, id);
    requireNewest(copy, version, actorId);
    const state = stateOf(copy.row, now);
    if (state === 'draft') throw new Problem('conflict', 'This article is a draft already.');
    await tx
      .update(articles)
      .set({
        ...toColumns(copy.fields),
        published: false,
        liveSince: null,
        shownVersion: copy.row.version,
        ...(state === 'scheduled' ? { publishAt: copy.row.firstLiveAt } : {}),
        updatedAt: now,
      })
      .where(eq(articles.id, id));
    await writeAudit(tx, {
      actorId,
      action: state === 'scheduled' ? 'article.schedule-cancelled' : 'article.unpublished',
      subjectType: 'article',
      subjectId: id,
      data: { title: copy.fields.title },
    });
    await announceChange(tx, articleTags(id));
    return lockWorkingCopy(tx, id);
  });
}
