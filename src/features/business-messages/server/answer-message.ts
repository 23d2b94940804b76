import { and, desc, eq, ne } from 'drizzle-orm';
import { oneself } from '#features/audit/server/last-actor.ts';
import { mayManage } from '#features/businesses/server/may-manage.ts';
import { addPost } from '#features/conversations/server/posts.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, businessMessages, conversationPosts, users } from '#server/db/schema/index.ts';
import { takeFromLimit } from '#server/http/rate-limit.ts';
import type { Services } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { trailingAnswers } from '../trailing-answers.ts';
import { mailVisitor } from './message-letters.ts';
import { messageGone } from './own-messages.ts';

interface Answer {
  /** The message's. */
  id: string;
  userId: string;
  answer: string;
  /** It follows the first answer to the same words. */
  isSecond: boolean;
}

/**
 * Stores the owner's answer and mails it to the visitor, from the town and without the owner's address.
 * @throws Problem 'not_found', 'conflict' when the last word is the owner's (for a second answer: when there is none, or two) or nobody can be answered, 'too_many' for one mailbox
 */
export async function answerMessage({ id, userId, answer, isSecond }: Answer, services: Services): Promise<void> {
  await services.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ message: businessMessages, business: businesses })
      .from(businessMessages)
      .innerJoin(businesses, eq(businesses.id, businessMessages.businessId))
      .where(and(eq(businessMessages.id, id), mayManage(userId, 'messages')))
      .for('update', { of: businessMessages });
    if (found === undefined) throw messageGone();
    const { message } = found;
    const isAnswered = message.answeredAt !== null;
    if (isAnswered && !isSecond) {
      const who = await lastAnswerer(tx, id, userId);
      throw new Problem('conflict', `${who} answered this message already. Yours is not sent.`);
    }
    if (!isAnswered && isSecond) {
      throw new Problem('conflict', 'The visitor has written back meanwhile. Please answer that.');
    }
    if (isSecond && (await answersSinceReply(tx, id)) > 1) {
      throw new Problem('conflict', 'You have answered this message twice. To write more, wait for the visitor.');
    }
    if (message.email === null) {
      throw new Problem('conflict', 'This visitor has deleted the account and gets no more mail.');
    }
    if (message.blockedAt !== null) throw new Problem('conflict', 'You have blocked this visitor.');
    await keepAnswer(tx, found, { authorId: userId, text: answer, isSecond }, services);
  });
}

/** Counts the answers to the visitor's last words. */
async function answersSinceReply(tx: Database, id: string): Promise<number> {
  const posts = await tx
    .select({ kind: conversationPosts.kind })
    .from(conversationPosts)
    .where(and(eq(conversationPosts.conversationId, id), ne(conversationPosts.kind, 'note')))
    .orderBy(conversationPosts.createdAt, conversationPosts.id);
  return trailingAnswers(posts);
}

/** The people of one listing see each other's names. */
async function lastAnswerer(tx: Database, id: string, userId: string): Promise<string> {
  const [last] = await tx
    .select({ id: users.id, username: users.username })
    .from(conversationPosts)
    .innerJoin(users, eq(users.id, conversationPosts.authorId))
    .where(and(eq(conversationPosts.conversationId, id), eq(conversationPosts.kind, 'answer')))
    .orderBy(desc(conversationPosts.createdAt), desc(conversationPosts.id))
    .limit(1);
  if (last === undefined) return 'Somebody else';
  return last.id === userId ? oneself : last.username;
}

interface NewAnswer {
  authorId: string;
  text: string;
  isSecond?: boolean;
  /** This and the next two: an answer by mail has them. */
  quoted?: string | null;
  leftOut?: string[];
  mailId?: string;
}

/** For a message that waits for an answer, locked by the caller. @throws Problem 'too_many' for one mailbox */
export async function keepAnswer(
  tx: Database,
  { message, business }: { message: typeof businessMessages.$inferSelect; business: typeof businesses.$inferSelect },
  { isSecond = false, ...answer }: NewAnswer,
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
  await mailVisitor(tx, { business, message, answer: answer.text, isSecond, postId, to }, { city, env });
}
