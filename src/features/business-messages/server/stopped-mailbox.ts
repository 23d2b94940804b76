/** A visitor who wants no more answers of a business gets none, to whichever message from the mailbox. */
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businessMessages } from '#server/db/schema/index.ts';
import { fromMailbox } from './block-visitor.ts';

type Message = Pick<typeof businessMessages.$inferSelect, 'id' | 'businessId' | 'email'>;

const sameMailbox = ({ id, businessId, email }: Message) =>
  email === null ? eq(businessMessages.id, id) : fromMailbox(businessId, email);

/** A later message by the form proves nothing: anybody may have typed the address. */
export async function isMailboxStopped(db: Database, message: Message): Promise<boolean> {
  return (await db.$count(businessMessages, and(sameMailbox(message), isNotNull(businessMessages.stoppedAt)))) > 0;
}

/** @param at null takes answers again */
export async function stopMailbox(tx: Database, message: Message, at: Date | null): Promise<void> {
  const { stoppedAt } = businessMessages;
  await tx
    .update(businessMessages)
    .set({ stoppedAt: at })
    .where(and(sameMailbox(message), at === null ? isNotNull(stoppedAt) : isNull(stoppedAt)));
}
