import { and, eq } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { mayManage } from '#features/businesses/server/may-manage.ts';
import { businesses, businessMessages } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { messageGone } from './own-messages.ts';

/**
 * Takes no more from the visitor of a message, by mail or by the form, or takes it again. The visitor is not told.
 * @throws Problem 'not_found', also for another owner's
 */
export async function blockVisitor(
  { id, userId, isBlocked }: { id: string; userId: string; isBlocked: boolean },
  { db, now }: Pick<Services, 'db' | 'now'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [found] = await tx
      .select({ message: businessMessages })
      .from(businessMessages)
      .innerJoin(businesses, eq(businesses.id, businessMessages.businessId))
      .where(and(eq(businessMessages.id, id), mayManage(userId, 'messages')))
      .for('update', { of: businessMessages });
    if (found === undefined) throw messageGone();
    const { businessId, blockedAt } = found.message;
    if ((blockedAt !== null) === isBlocked) return;
    await tx
      .update(businessMessages)
      .set({ blockedAt: isBlocked ? now() : null })
      .where(eq(businessMessages.id, id));
    const action = isBlocked ? 'message.blocked' : 'message.unblocked';
    await writeAudit(tx, {
      actorId: userId,
      action,
      subjectType: 'business',
      subjectId: businessId,
      data: { message: id },
    });
  });
}
