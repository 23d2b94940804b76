import { and, eq, ne, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { newsletterSubscribers } from '#server/db/schema/index.ts';
import { Problem } from '#shared/problem.ts';
import { readLinkToken } from './link-token.ts';

const unknownLink = 'This link is not valid. Please use the one in your latest email from us.';

/**
 * Ends the subscription that the link's token names; a second call changes nothing. @throws Problem
 * 'not_found'
 */
export async function unsubscribe(db: Database, token: string, now: Date): Promise<void> {
  const { id } = await findSubscription(db, token);
  await endSubscription(db, id, now);
}

/** Ends a subscription and counts it for the issue that this reader got last. */
export async function endSubscription(db: Database, id: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const { rowCount } = await tx
      .update(newsletterSubscribers)
      .set({ status: 'unsubscribed', unsubscribedAt: now })
      .where(and(eq(newsletterSubscribers.id, id), ne(newsletterSubscribers.status, 'unsubscribed')));
    if (!rowCount) return;
    await tx.execute(sql`
      update newsletter_recipients set unsubscribed_at = ${now.toISOString()}::timestamptz
      where id = (select id from newsletter_recipients where subscriber_id = ${id} and status = 'sent'
        order by finished_at desc limit 1)`);
  });
}

interface Subscription extends Pick<typeof newsletterSubscribers.$inferSelect, 'id' | 'email' | 'status' | 'topics'> {
  isSubscribed: boolean;
  /** The reader has left, and this link does not prove that they want to come back. */
  mustConfirm: boolean;
}

/** @throws Problem 'not_found' */
export async function findSubscription(db: Database, token: string): Promise<Subscription> {
  const found = await readLinkToken(db, token);
  const { id, email, status, topics, unsubscribedAt } = newsletterSubscribers;
  const [row] =
    found === null
      ? []
      : await db
          .select({ id, email, status, topics, unsubscribedAt })
          .from(newsletterSubscribers)
          .where(eq(id, found.id));
  if (found === null || row === undefined) throw new Problem('not_found', unknownLink);
  const mustConfirm = row.unsubscribedAt !== null && found.purpose !== 'confirm';
  return { ...row, isSubscribed: row.status === 'subscribed', mustConfirm };
}

/** 'a***@example.org': a forwarded link must not show the address to strangers. */
export const shortened = (email: string) => email.replace(/^(.)[^@]*/u, '$1***');
