import { and, eq, ne } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { newsletterSubscribers } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import type { Topic } from '../blocks.ts';
import { mailReader } from './subscribe.ts';
import { addressHash } from './suppress.ts';
import { endSubscription, findSubscription } from './unsubscribe.ts';

const notYours = 'This link is from before you left. Please use the one in your latest email from us.';

/**
 * Sets a reader's topics; choosing none ends the subscription. Choosing one subscribes a reader who never left; who has
 * left gets a mail with a link first, because a newsletter's links go wherever it is forwarded. @throws Problem 'not_found'
 */
export async function chooseTopics(
  { db, city, env, now }: Pick<Services, 'db' | 'city' | 'env' | 'now'>,
  { token, topics }: { token: string; topics: readonly Topic[] },
): Promise<void> {
  const { id, mustConfirm } = await findSubscription(db, token);
  if (topics.length === 0) return endSubscription(db, id, now());
  const chosen = { topics: [...new Set(topics)] };
  const isReader = eq(newsletterSubscribers.id, id);
  if (!mustConfirm) {
    const subscribed = { ...chosen, status: 'subscribed', unsubscribedAt: null } as const;
    await db.update(newsletterSubscribers).set(subscribed).where(isReader);
    return;
  }
  const hash = await addressHash(db);
  await db.transaction(async (tx) => {
    const { email, status } = newsletterSubscribers;
    const [reader] = await tx
      .select({ id: newsletterSubscribers.id, email, status })
      .from(newsletterSubscribers)
      .where(isReader)
      .for('update');
    if (reader === undefined) return;
    await tx
      .update(newsletterSubscribers)
      .set({ ...chosen, status: 'pending' })
      .where(isReader);
    const isFirst = reader.status === 'unsubscribed';
    await mailReader(tx, { ...reader, hasLeft: true, isFirst }, { db, city, env, now: now(), hash });
  });
}

/** @throws Problem 'not_found', or 'conflict' when the reader has unsubscribed since the mail was sent */
export async function confirmSubscription(db: Database, token: string, now: Date): Promise<void> {
  const { id, mustConfirm } = await findSubscription(db, token);
  if (mustConfirm) throw new Problem('conflict', notYours);
  const { rowCount } = await db
    .update(newsletterSubscribers)
    .set({ status: 'subscribed', confirmedAt: now, unsubscribedAt: null })
    .where(and(eq(newsletterSubscribers.id, id), ne(newsletterSubscribers.status, 'unsubscribed')));
  if (!rowCount) throw new Problem('conflict', 'You have unsubscribed meanwhile. Subscribe again on our front page.');
}
