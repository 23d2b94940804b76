import { and, desc, eq, isNull } from 'drizzle-orm';
import { mailboxKey } from '#features/accounts/server/mailbox-key.ts';
import { oneself } from '#features/audit/server/last-actor.ts';
import { mayManage } from '#features/businesses/server/may-manage.ts';
import { addPost } from '#features/conversations/server/posts.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, businessMessages, conversationPosts, users } from '#server/db/schema/index.ts';
import type { LimitName } from '#server/http/limits.ts';
import { giveBackToLimit, takeFromLimit } from '#server/http/rate-limit.ts';
import type { Services } from '#server/http/serve.ts';
import { lendSecrets } from '#server/site-secret.ts';
import { Problem } from '#shared/problem.ts';
import { isFull, maxInARow, maxMessages, trailingAnswers } from '../in-a-row.ts';
import { postsOfTalk } from './keep-reply.ts';
import { mailVisitor } from './message-letters.ts';
import { messageGone } from './own-messages.ts';
import { isMailboxStopped } from './stopped-mailbox.ts';
import { writeTalkToken } from './talk-link.ts';

interface Answer {
  /** Id of the message. */
  id: string;
  userId: string;
  answer: string;
  /** It follows an answer to the same words. */
  isSecond: boolean;
}

interface Found {
  message: typeof businessMessages.$inferSelect;
  business: typeof businesses.$inferSelect;
}

/**
 * Stores the owner's answer and mails it to the visitor, from the town and without the owner's address.
 * @throws Problem 'not_found', 'conflict' when the last word is the owner's (for a further answer: when it is not), after too many answers in a row, when the talk is full or nobody can be answered, 'too_many' for one mailbox
 */
export async function answerMessage(given: Answer, services: Services): Promise<void> {
  const { db } = services;
  const [seen] = await selectManaged(db, given);
  const { message } = await requireAnswerable(db, seen, given);
  const giveBack = await countAnswer(message, services);
  const keep = db.transaction(async (tx) => {
    lendSecrets(db, tx);
    const [locked] = await selectManaged(tx, given).for('update', { of: businessMessages });
    const found = await requireAnswerable(tx, locked, given);
    const { userId: authorId, answer: text, isSecond } = given;
    await keepAnswer(tx, found, { authorId, text, isSecond }, services);
  });
  await keep.catch(async (error: unknown) => {
    if (error instanceof Problem) await giveBack();
    throw error;
  });
}

const selectManaged = (db: Database, { id, userId }: Answer) =>
  db
    .select({ message: businessMessages, business: businesses })
    .from(businessMessages)
    .innerJoin(businesses, eq(businesses.id, businessMessages.businessId))
    .where(and(eq(businessMessages.id, id), mayManage(userId, 'messages')));

/** @throws Problem 'not_found', 'conflict' */
async function requireAnswerable(
  tx: Database,
  found: Found | undefined,
  { id, userId, answer, isSecond }: Answer,
): Promise<Found> {
  if (found === undefined) throw messageGone();
  const isAnswered = found.message.answeredAt !== null;
  if (isAnswered && !isSecond) {
    const who = await lastAnswerer(tx, id, userId);
    throw new Problem('conflict', `${who} answered this message already. Yours is not sent.`);
  }
  if (!isAnswered && isSecond) {
    throw new Problem('conflict', 'The visitor has written back meanwhile. Please answer that.');
  }
  const why = await whyNoAnswer(tx, found.message, answer);
  if (why !== null) throw new Problem('conflict', noAnswer[why]);
  return found;
}

/** Reasons why an answer, of the right kind, cannot be sent now. */
export const noAnswer = {
  gone: 'This visitor has deleted the account and gets no more mail.',
  blocked: 'You have blocked this visitor.',
  stopped: 'This visitor wants no more answers.',
  full: `This talk has ${maxMessages} messages, and there is room for no more. The visitor can begin a new one.`,
  waits: `You have answered ${maxInARow} times in a row. To write more, wait for the visitor.`,
  same: 'You have just sent these very words. They are not sent twice.',
} as const;

/** Null when it can be sent. */
export async function whyNoAnswer(
  tx: Database,
  message: typeof businessMessages.$inferSelect,
  answer: string,
): Promise<keyof typeof noAnswer | null> {
  if (message.email === null) return 'gone';
  if (message.blockedAt !== null) return 'blocked';
  if (await isMailboxStopped(tx, message)) return 'stopped';
  const posts = await postsOfTalk(tx, message.id);
  if (isFull(posts)) return 'full';
  if (trailingAnswers(posts) >= maxInARow) return 'waits';
  const last = posts.at(-1);
  return last?.kind === 'answer' && last.text === answer ? 'same' : null;
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

/**
 * Counts an answer before the transaction that keeps it, which would ask the pool for a second connection while it holds one.
 * @returns gives the answer back that was not kept
 * @throws Problem 'too_many' for one mailbox
 */
export async function countAnswer(
  { id, email }: Found['message'],
  { db, now }: Services,
): Promise<() => Promise<void>> {
  const at = now();
  // Somebody who wrote back from the mailbox, or by the link that came there, has shown that the talk is wanted.
  const limit: [LimitName, string] = (await hasWrittenBack(db, id))
    ? ['business-talk-answers', id]
    : ['business-message-answers', mailboxKey(email ?? id)];
  await takeFromLimit(db, ...limit, at);
  return () => giveBackToLimit(db, ...limit, at);
}

/** For a message that waits for an answer, locked by the caller. */
export async function keepAnswer(
  tx: Database,
  { message, business }: Found,
  { isSecond = false, ...answer }: NewAnswer,
  { city, env, now }: Services,
): Promise<void> {
  const { id, email: to } = message;
  if (to === null) return;
  const at = now();
  const postId = await addPost(tx, { id, kind: 'business' }, { kind: 'answer', ...answer, at });
  if (postId === null) return;
  await tx
    .update(businessMessages)
    .set({ answeredAt: at, readAt: message.readAt ?? at })
    .where(eq(businessMessages.id, id));
  const token = await writeTalkToken(tx, id);
  await mailVisitor(tx, { business, message, answer: answer.text, isSecond, postId, to, token }, { city, env });
}

async function hasWrittenBack(tx: Database, id: string): Promise<boolean> {
  const { conversationId, kind, fromAddress } = conversationPosts;
  return (await tx.$count(conversationPosts, and(eq(conversationId, id), eq(kind, 'reply'), isNull(fromAddress)))) > 0;
}
