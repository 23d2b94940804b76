/** The recommendations of a person's own listings that visitors see. */
import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { mayManage } from '#features/businesses/server/may-manage.ts';
import type { Database } from '#server/db/client.ts';
import { auditLog, businesses, recommendations } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { Services } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { isDoubtful } from '../is-doubtful.ts';
import type { OwnRecommendation } from '../own-contract.ts';
import { mailSender } from './recommendation-letters.ts';

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

interface Own {
  /** Id of the recommendation. */
  id: string;
  userId: string;
  now: Date;
  town: Pick<Services, 'city' | 'env'>;
}

/** @throws Problem 'invalid' for words that staff would hide */
function requireFriendly(answer: string): void {
  if (!isDoubtful(answer)) return;
  const text = 'Please keep it friendly, and leave out addresses, telephone numbers and offers';
  throw new Problem('invalid', text, { fields: { answer: text } });
}

/** An answer that was removed has been mailed all the same; one that came while the listing had no page was not. */
async function wasMailed(
  tx: Database,
  { id, businessId }: Pick<typeof recommendations.$inferSelect, 'id' | 'businessId'>,
): Promise<boolean> {
  const isAnswer = and(
    eq(auditLog.subjectType, 'business'),
    eq(auditLog.subjectId, businessId),
    eq(auditLog.action, 'recommendation.answered'),
    sql`${auditLog.data} ->> 'recommendation' = ${id}`,
    sql`${auditLog.data} -> 'mailed' is distinct from 'false'`,
  );
  return (await tx.$count(auditLog, isAnswer)) > 0;
}

/**
 * Writes the owner's answer, which visitors see at once. The first one while the listing has a page is mailed to who recommends it.
 * @param answer gets the stored answer and returns the new one: null removes it, the same one changes nothing
 * @throws Problem 'not_found', also for another owner's
 */
async function writeAnswer(
  db: Database,
  { id, userId, now, town }: Own,
  answer: (stored: string | null) => string | null,
): Promise<OwnRecommendation> {
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ row: recommendations, listing: businesses })
      .from(recommendations)
      .innerJoin(businesses, eq(businesses.id, recommendations.businessId))
      .where(and(eq(recommendations.id, id), eq(recommendations.status, 'shown'), mayManage(userId, 'messages')))
      .for('update', { of: recommendations });
    if (found === undefined) throw gone();
    const { row, listing } = found;
    const { businessId, name, answer: stored } = row;
    const written = answer(stored);
    if (written !== stored) {
      const isNew = written !== null && stored === null;
      const hasPage = listing.status === 'approved';
      const isMailed = isNew && hasPage && !(await wasMailed(tx, row));
      const answeredAt = written === null ? null : now;
      await tx.update(recommendations).set({ answer: written, answeredAt }).where(eq(recommendations.id, id));
      await writeAudit(tx, {
        actorId: userId,
        action: stored === null ? 'recommendation.answered' : 'recommendation.answer-changed',
        subjectType: 'business',
        subjectId: businessId,
        data: {
          ...{ recommendation: id, of: name, ...(stored === null ? {} : { answer: [stored, written] }) },
          ...(isNew && !hasPage && { mailed: false }),
        },
      });
      if (isMailed) await mailSender(tx, { recommendation: row, listing, answer: written }, town);
      await announceChange(tx, [`business:${businessId}`]);
    }
    const [answered] = await readOwn(tx, eq(recommendations.id, id), 1);
    if (answered === undefined) throw gone();
    return answered;
  });
}

/** @throws Problem as writeAnswer does, 'conflict' when there is an answer, 'invalid' */
export async function answerOwn(
  db: Database,
  { answer, ...own }: Own & { answer: string },
): Promise<OwnRecommendation> {
  requireFriendly(answer);
  return writeAnswer(db, own, (stored) => {
    if (stored !== null) throw new Problem('conflict', 'This recommendation is answered already.');
    return answer;
  });
}

/** @throws Problem as writeAnswer does, 'conflict' when the answer is not the former one any more, 'invalid' */
export async function changeOwn(
  db: Database,
  { answer, former, ...own }: Own & { answer: string; former: string },
): Promise<OwnRecommendation> {
  requireFriendly(answer);
  return writeAnswer(db, own, (stored) => {
    // The same call twice finds its own words.
    if (stored !== former && stored !== answer) {
      throw new Problem('conflict', 'Somebody else has changed this answer. Reload to see what it says now.');
    }
    return answer;
  });
}

/** @throws Problem as writeAnswer does */
export const removeOwn = (db: Database, own: Own): Promise<OwnRecommendation> => writeAnswer(db, own, () => null);
