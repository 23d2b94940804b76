/** The recommendations of a person's own listings that visitors see. */
import { and, desc, eq, lt, type SQL } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { mayManage } from '#features/businesses/server/may-manage.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, recommendations } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import { Problem } from '#shared/problem.ts';
import { isDoubtful } from '../is-doubtful.ts';
import type { OwnRecommendation } from '../own-contract.ts';

async function readOwn(db: Database, where: SQL | undefined, limit: number): Promise<OwnRecommendation[]> {
  const rows = await db
    .select({ row: recommendations, business: { slug: businesses.slug, name: businesses.name } })
    .from(recommendations)
    .innerJoin(businesses, eq(businesses.id, recommendations.businessId))
    .where(and(eq(recommendations.status, 'shown'), where))
    .orderBy(desc(recommendations.id))
    .limit(limit);
  return rows.map(({ row: { id, name, text, confirmedAt, createdAt, answer }, business }) => ({
    ...{ id, business, name, text, answer },
    confirmedAt: (confirmedAt ?? createdAt).toISOString(),
  }));
}

interface List {
  userId: string;
  cursor: string | undefined;
  limit: number;
}

/** Newest first. */
export function listOwn(db: Database, { userId, cursor, limit }: List): Promise<OwnRecommendation[]> {
  const isAfter = cursor === undefined ? undefined : lt(recommendations.id, cursor);
  return readOwn(db, and(mayManage(userId, 'messages'), isAfter), limit);
}

const gone = () => new Problem('not_found', 'This recommendation is not there any more.');

interface Answer {
  /** The recommendation's. */
  id: string;
  userId: string;
  answer: string;
  now: Date;
}

/** Shows the owner's answer on the page, once. @throws Problem 'not_found', also for another owner's, 'conflict', 'invalid' for words that staff would hide */
export async function answerOwn(db: Database, { id, userId, answer, now }: Answer): Promise<OwnRecommendation> {
  if (isDoubtful(answer)) {
    const text = 'Please keep it friendly, and leave out addresses, telephone numbers and offers';
    throw new Problem('invalid', text, { fields: { answer: text } });
  }
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ row: recommendations })
      .from(recommendations)
      .innerJoin(businesses, eq(businesses.id, recommendations.businessId))
      .where(and(eq(recommendations.id, id), eq(recommendations.status, 'shown'), mayManage(userId, 'messages')))
      .for('update', { of: recommendations });
    if (found === undefined) throw gone();
    const { businessId, name } = found.row;
    if (found.row.answer !== null) throw new Problem('conflict', 'This recommendation is answered already.');
    await tx.update(recommendations).set({ answer, answeredAt: now }).where(eq(recommendations.id, id));
    await writeAudit(tx, {
      actorId: userId,
      action: 'recommendation.answered',
      subjectType: 'business',
      subjectId: businessId,
      data: { recommendation: id, of: name },
    });
    await announceChange(tx, [`business:${businessId}`]);
    const [answered] = await readOwn(tx, eq(recommendations.id, id), 1);
    if (answered === undefined) throw gone();
    return answered;
  });
}
