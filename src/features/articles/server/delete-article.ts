import { eq } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { articles } from '#server/db/schema/index.ts';
import { Problem } from '#shared/problem.ts';
import { lockWorkingCopy } from './working-copy.ts';

/**
 * Deletes a draft with its versions and former addresses. @throws Problem 'conflict' unless it is a draft,
 * 'not_found'
 */
export async function deleteArticle(db: Database, { id, actorId }: { id: string; actorId: string }): Promise<void> {
  await db.transaction(async (tx) => {
    const { row } = await lockWorkingCopy(tx, id);
    if (row.published) {
      throw new Problem('conflict', 'Only drafts can be deleted. Please unpublish this article first.');
    }
    await tx.delete(articles).where(eq(articles.id, id));
    await writeAudit(tx, {
      actorId,
      action: 'article.deleted',
      subjectType: 'article',
      subjectId: id,
      data: { title: row.title, slug: row.slug },
    });
  });
}
