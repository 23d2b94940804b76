import { and, eq } from 'drizzle-orm';
import { mayManage } from '#features/businesses/server/may-manage.ts';
import { addPost } from '#features/conversations/server/posts.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, businessMessages } from '#server/db/schema/index.ts';
import { takeFromLimit } from '#server/http/rate-limit.ts';
import type { Services } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { mailVisitor } from './message-letters.ts';
import { messageGone } from './own-messages.ts';

interface Answer {
  /** The message's. */
  id: string;
  userId: string;
  answer: string;
}

/**
 * Stores the owner's answer and mails it to the visitor, from the town and without the owner's address.
 * @throws Problem 'not_found', 'conflict' when the last word is the owner's or nobody can be answered, 'too_many' for one mailbox
 */
export async function answerMessage({ id, userId, answer }: Answer, services: Services): Promise<void> {
  await services.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ message: businessMessages, business: businesses })
      .from(businessMessages)
      .innerJoin(businesses, eq(businesses.id, businessMessages.businessId))
      .where(and(eq(businessMessages.id, id), mayManage(userId, 'messages')))
      .for('update', { of: businessMessages });
    if (found === undefined) throw messageGone();
    const { message } = found;
    if (message.answeredAt !== null) throw new Problem('conflict', 'This message is answered already.');
    if (message.email === null) {
      throw new Problem('conflict', 'This visitor has deleted the account and gets no more mail.');
    }
    if (message.blockedAt !== null) throw new Problem('conflict', 'You have blocked this visitor.');
    await keepAnswer(tx, found, { authorId: userId, text: answer }, services);
  });
}

interface NewAnswer {
  authorId: string;
  text: string;
  /** This and the next two: an answer by mail has them. */
  quoted?: string | null;
  leftOut?: string[];
  mailId?: string;
}

/** For a message that waits for an answer, locked by the caller. @throws Problem 'too_many' for one mailbox */
export async function keepAnswer(
  tx: Database,
  { message, business }: { message: typeof businessMessages.$inferSelect; business: typeof businesses.$inferSelect },
  answer: NewAnswer,
  { db, city, env, now }: Services,
): Promise<void> {
  const { id, email: to } = message;
  if (to === null) return;
  const at = now();
  await takeFromLimit(db, 'business-message-answers', to.toLowerCase(), at);
  const postId = await addPost(tx, { id, kind: 'business' }, { kind: 'answer', ...answer, at });
  if (postId === null) return;
  await tx
    .update(businessMessages)
    .set({ answeredAt: at, readAt: message.readAt ?? at })
    .where(eq(businessMessages.id, id));
  await mailVisitor(tx, { business, message, answer: answer.text, postId, to }, { city, env });
}
