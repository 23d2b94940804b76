import { and, eq, isNotNull } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { mayManage } from '#features/businesses/server/may-manage.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, businessMessages } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { fromMailbox, lockMailbox, sameMailbox } from './mailbox-messages.ts';
import { messageGone } from './own-messages.ts';

/** Tells whether the people of a listing have blocked the mailbox, in any of its messages. */
export async function isMailboxBlocked(tx: Database, businessId: string, email: string): Promise<boolean> {
  const blocked = and(fromMailbox(businessId, email), isNotNull(businessMessages.blockedAt));
  return (await tx.$count(businessMessages, blocked)) > 0;
}

/**
 * Takes no more from the mailbox of a message, by mail or by the form, or takes it again, in all messages that it sent to this
 * listing. The visitor is not told: what comes meanwhile gets the usual answer; what is written into a talk is kept
 * for the visitor’s own page alone, and a new message by the form nowhere.
 * @throws Problem 'not_found', also for another owner's
 */
export async function blockVisitor(
  { id, userId, isBlocked }: { id: string; userId: string; isBlocked: boolean },
  { db, now }: Pick<Services, 'db' | 'now'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const find = () =>
      tx
        .select({ message: businessMessages })
        .from(businessMessages)
        .innerJoin(businesses, eq(businesses.id, businessMessages.businessId))
        .where(and(eq(businessMessages.id, id), mayManage(userId, 'messages')));
    const [seen] = await find();
    if (seen === undefined) throw messageGone();
    await lockMailbox(tx, seen.message);
    const [found] = await find();
    if (found === undefined) throw messageGone();
    const { businessId, blockedAt } = found.message;
    if ((blockedAt !== null) === isBlocked) return;
    await tx
      .update(businessMessages)
      .set({ blockedAt: isBlocked ? now() : null })
      .where(sameMailbox(found.message));
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
