/**
 * Publishes articles whose time has come. Readers' queries compare the time themselves; the job drops the
 * stored pages, feeds and sitemap at that moment. It is queued for the minute and checked again every minute,
 * so that a worker that was down catches up as soon as it is back.
 */
import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { articles } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { articleTags } from './working-copy.ts';

export const publishDue = defineJob('publish-due-articles', z.object({}), { isSingleton: true, keepDays: 1 });

/**
 * The queue runs by the database's clock, the job by this machine's. One second keeps the job from running
 * too early.
 */
export const dueAfter = (publishAt: Date) => new Date(publishAt.getTime() + 1000);

/** Returns the number of articles that went live. A second call does nothing. */
export async function publishDueArticles(db: Database, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const due = await tx
      .update(articles)
      .set({
        liveSince: sql`${articles.publishAt}`,
        firstLiveAt: sql`coalesce(${articles.firstLiveAt}, ${articles.publishAt})`,
      })
      .where(and(eq(articles.published, true), isNull(articles.liveSince), lte(articles.publishAt, now)))
      .returning({ id: articles.id, title: articles.title });
    for (const { id, title } of due) {
      await writeAudit(tx, {
        actorId: null,
        by: 'site',
        action: 'article.went-live',
        subjectType: 'article',
        subjectId: id,
        data: { title },
      });
    }
    if (due.length > 0) await announceChange(tx, [...new Set(due.flatMap(({ id }) => articleTags(id)))]);
    return due.length;
  });
}
