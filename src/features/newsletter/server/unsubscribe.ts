import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { newsletterSubscribers } from '#server/db/schema/index.ts';
import { Problem } from '#shared/problem.ts';
import { readLinkToken } from './link-token.ts';

const unknownLink = 'This link is not valid. Please use the one in your latest mail from us.';

/** Ends the subscription that the link's token names; a second time changes nothing. @throws Problem 'not_found' */
export async function unsubscribe(db: Database, token: string, now: Date): Promise<void> {
  const { id } = await findSubscription(db, token);
  await db
    .update(newsletterSubscribers)
    .set({ status: 'unsubscribed', unsubscribedAt: now })
    .where(and(eq(newsletterSubscribers.id, id), eq(newsletterSubscribers.status, 'subscribed')));
}

/** @throws Problem 'not_found' */
export async function findSubscription(
  db: Database,
  token: string,
): Promise<{ id: string; email: string; isSubscribed: boolean }> {
  const id = await readLinkToken(db, token);
  const [row] =
    id === null
      ? []
      : await db
          .select({ email: newsletterSubscribers.email, status: newsletterSubscribers.status })
          .from(newsletterSubscribers)
          .where(eq(newsletterSubscribers.id, id));
  if (id === null || row === undefined) throw new Problem('not_found', unknownLink);
  return { id, email: row.email, isSubscribed: row.status === 'subscribed' };
}
