import { and, eq, ne } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { newsletterSubscribers } from '#server/db/schema/index.ts';
import { Problem } from '#shared/problem.ts';
import type { Topic } from '../blocks.ts';
import { endSubscription, findSubscription } from './unsubscribe.ts';

/**
 * Sets a reader's topics. Choosing one subscribes the reader; choosing none ends the subscription. @throws
 * Problem 'not_found'
 */
export async function chooseTopics(
  db: Database,
  { token, topics, now }: { token: string; topics: readonly Topic[]; now: Date },
): Promise<void> {
  const { id } = await findSubscription(db, token);
  if (topics.length === 0) return endSubscription(db, id, now);
  await db
    .update(newsletterSubscribers)
    .set({ topics: [...new Set(topics)], status: 'subscribed', unsubscribedAt: null })
    .where(eq(newsletterSubscribers.id, id));
}

/** @throws Problem 'not_found', or 'conflict' when the reader has unsubscribed since the mail was sent */
export async function confirmSubscription(db: Database, token: string, now: Date): Promise<void> {
  const { id } = await findSubscription(db, token);
  const { rowCount } = await db
    .update(newsletterSubscribers)
    .set({ status: 'subscribed', confirmedAt: now, unsubscribedAt: null })
    .where(and(eq(newsletterSubscribers.id, id), ne(newsletterSubscribers.status, 'unsubscribed')));
  if (!rowCount) throw new Problem('conflict', 'You have unsubscribed meanwhile. Subscribe again on our front page.');
}
