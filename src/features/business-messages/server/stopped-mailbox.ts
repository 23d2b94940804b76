/** A visitor who wants no more answers of a business gets none, to whichever message from the mailbox. */
import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
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
export async function stopMailbox(tx: Database, message: Message, at: Date | null): Promise<void> {
  const { stoppedAt } = businessMessages;
  await tx
    .update(businessMessages)
    .set({ stoppedAt: at })
    .where(and(sameMailbox(message), at === null ? isNotNull(stoppedAt) : isNull(stoppedAt)));
}
