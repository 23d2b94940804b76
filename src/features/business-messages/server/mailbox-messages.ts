import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businessMessages } from '#server/db/schema/index.ts';

export type MailboxMessage = Pick<typeof businessMessages.$inferSelect, 'id' | 'businessId' | 'email'>;

export const fromMailbox = (businessId: string, email: string): SQL | undefined =>
  and(eq(businessMessages.businessId, businessId), eq(sql`lower(${businessMessages.email})`, email.toLowerCase()));

/** The messages to one listing from the mailbox of this message. */
export const sameMailbox = ({ id, businessId, email }: MailboxMessage): SQL | undefined =>
  email === null ? eq(businessMessages.id, id) : fromMailbox(businessId, email);

/** Each act on a mailbox locks its messages in this order first. Two acts in different orders would wait for each other. */
export async function lockMailbox(tx: Database, message: MailboxMessage): Promise<void> {
  const { id } = businessMessages;
  await tx.select({ id }).from(businessMessages).where(sameMailbox(message)).orderBy(asc(id)).for('update');
}
