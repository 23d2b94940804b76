import { and, eq } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { articleSlugs, articles } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import { Problem } from '#shared/problem.ts';
import { isSlugFree } from './allocate-slug.ts';
import { articleTags, lockWorkingCopy, stateOf, type WorkingCopy } from './working-copy.ts';

/**
 * Changes the address. An address that readers have seen redirects from then on. @throws Problem 'conflict'
 * when it is taken
 */
export async function changeSlug(
  db: Database,
  { id, slug, actorId, now }: { id: string; slug: string; actorId: string; now: Date },
): Promise<WorkingCopy> {
  return db.transaction(async (tx) => {
    const copy = await lockWorkingCopy(tx, id);
    const { row } = copy;
    if (!(await isSlugFree(tx, slug, id))) {
      const message = 'Another article has this address, or had it before. Please choose a different one.';
      throw new Problem('conflict', message, { fields: { slug: message } });
    }
    if (row.slug === slug && row.slugFixed) return copy;
    if (row.slug !== slug) {
      await tx.delete(articleSlugs).where(and(eq(articleSlugs.slug, slug), eq(articleSlugs.articleId, id)));
      if (row.firstLiveAt !== null || stateOf(row, now) === 'published') {
        await tx.insert(articleSlugs).values({ slug: row.slug, articleId: id });
      }
    }
    await tx.update(articles).set({ slug, slugFixed: true }).where(eq(articles.id, id));
    await writeAudit(tx, {
      actorId,
      action: 'article.address-changed',
      subjectType: 'article',
      subjectId: id,
      data: { slug: [row.slug, slug] },
    });
    await announceChange(tx, articleTags(id));
    return lockWorkingCopy(tx, id);
  });
}
