/** *No more answers* holds for a mailbox and a business: for every message from that mailbox, not only for the one whose talk was stopped. */
import { and, desc, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businessMessages } from '#server/db/schema/index.ts';
import { fromMailbox, type MailboxMessage, sameMailbox } from './mailbox-messages.ts';

/**
 * Tells whether this mailbox has stopped the answers, in any of its messages. A later message by the form does not lift that: anybody
 * may have typed the address.
 */
export async function isMailboxStopped(db: Database, message: MailboxMessage): Promise<boolean> {
  return (await db.$count(businessMessages, and(sameMailbox(message), isNotNull(businessMessages.stoppedAt)))) > 0;
}

/** The id of the latest message in whose talk this mailbox has said that it wants no more answers. */
export async function findStoppedTalk(db: Database, businessId: string, email: string): Promise<string | null> {
  const { id, stoppedAt } = businessMessages;
  const [stopped] = await db
    .select({ id })
    .from(businessMessages)
    .where(and(fromMailbox(businessId, email), isNotNull(stoppedAt)))
    .orderBy(desc(stoppedAt))
    .limit(1);
  return stopped?.id ?? null;
}

/** @param at null takes answers again */
export async function stopMailbox(tx: Database, message: MailboxMessage, at: Date | null): Promise<void> {
  const { stoppedAt } = businessMessages;
  await tx
    .update(businessMessages)
    .set({ stoppedAt: at })
    .where(and(sameMailbox(message), at === null ? isNotNull(stoppedAt) : isNull(stoppedAt)));
}
