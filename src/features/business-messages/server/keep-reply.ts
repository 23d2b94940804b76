/** Puts what a visitor writes back into the talk, whichever way it came. */

import { and, asc, count, eq, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { hasMailbox } from '#features/accounts/server/has-mailbox.ts';
import { readersOf } from '#features/businesses/server/readers-of.ts';
import { addPost } from '#features/conversations/server/posts.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, businessMessages, conversationPosts, heldReplies, users } from '#server/db/schema/index.ts';
import { fitsLimit, giveBackToLimit } from '#server/http/rate-limit.ts';
import type { Services } from '#server/http/serve.ts';
import { lendSecrets } from '#server/site-secret.ts';
import { isFull, maxInARow, trailingReplies } from '../in-a-row.ts';
import { isMailboxBlocked } from './block-visitor.ts';
import { lockMailbox } from './mailbox-messages.ts';
import { mailReaders } from './message-letters.ts';
import { stopMailbox } from './stopped-mailbox.ts';

export interface TalkRows {
  message: typeof businessMessages.$inferSelect;
  business: typeof businesses.$inferSelect;
  /** Null when the listing has none, or a banned one: then nobody reads it. */
  owner: typeof users.$inferSelect | null;
}

/**
 * Locks all messages of the talk's mailbox, so that the words in its talk are counted one after another. The order keeps two
 * acts on one mailbox, which change all of its messages, from waiting for each other.
 */
export async function lockTalk(tx: Database, id: string): Promise<TalkRows | undefined> {
  const seen = await findTalk(tx, id);
  if (seen === undefined) return undefined;
  await lockMailbox(tx, seen.message);
  return findTalk(tx, id);
}

export async function findTalk(db: Database, id: string): Promise<TalkRows | undefined> {
  const [found] = await db
    .select({ message: businessMessages, business: businesses, owner: users })
    .from(businessMessages)
    .innerJoin(businesses, eq(businesses.id, businessMessages.businessId))
    .leftJoin(users, and(eq(users.id, businesses.ownerId), isNull(users.bannedAt)))
    .where(eq(businessMessages.id, id));
  return found;
}

/** Both sides' words after the message that began the talk, oldest first. */
export function postsOfTalk(tx: Database, id: string) {
  const { id: postId, kind, text, fromAddress, createdAt } = conversationPosts;
  return tx
    .select({ id: postId, kind, text, fromAddress, createdAt })
    .from(conversationPosts)
    .where(and(eq(conversationPosts.conversationId, id), ne(conversationPosts.kind, 'note')))
    .orderBy(asc(conversationPosts.createdAt), asc(conversationPosts.id));
}

/** Tells whether the visitor may write now. What was held back counts as well, or the visitor would learn of the block. */
export async function stateOfTalk(
  tx: Database,
  { message, owner }: TalkRows,
  posts: readonly { kind: string; createdAt: Date }[],
): Promise<'open' | 'waits' | 'full' | 'closed'> {
  if (owner === null || message.email === null || (await isBanned(tx, message.email))) return 'closed';
  const lastAnswer = posts.findLast(({ kind }) => kind === 'answer');
  const ofTalk = eq(heldReplies.messageId, message.id);
  const held = await tx
    .select({
      all: count(),
      since: count(sql`case when ${gt(heldReplies.createdAt, lastAnswer?.createdAt ?? new Date(0))} then 1 end`),
    })
    .from(heldReplies)
    .where(ofTalk);
  const { all = 0, since = 0 } = held[0] ?? {};
  if (isFull({ length: posts.length + all })) return 'full';
  return trailingReplies(posts) + since >= maxInARow ? 'waits' : 'open';
}

/** Tells whether an account that has confirmed this mailbox is banned. */
async function isBanned(tx: Database, email: string): Promise<boolean> {
  const banned = and(hasMailbox(email), isNotNull(users.bannedAt), isNotNull(users.emailVerifiedAt));
  return (await tx.$count(users, banned)) > 0;
}

interface Reply {
  text: string;
  /** These are of a reply by mail. */
  quoted?: string | null;
  leftOut?: string[];
  mailId?: string;
  fromAddress?: string | null;
}

type Refusal = 'known' | 'closed' | 'full' | 'waits';

/** @returns 'blocked' for a reply that is kept for the visitor's own page alone */
export async function keepReply(
  services: Services,
  seen: TalkRows,
  reply: Reply,
): Promise<Refusal | 'kept' | 'blocked' | 'too-many'> {
  const { db, now } = services;
  const { id } = seen.message;
  const refusal = await whyNotKept(db, seen, reply);
  if (refusal !== null) return refusal;
  const at = now();
  // Before the transaction, which would ask the pool for a second connection while it holds one.
  if (!(await fitsLimit(db, 'business-message-replies', id, at))) return 'too-many';
  const result = await db.transaction(async (tx) => {
    lendSecrets(db, tx);
    const talk = await lockTalk(tx, id);
    return talk === undefined ? 'closed' : keepInTalk(tx, talk, reply, services);
  });
  if (result !== 'kept' && result !== 'blocked') await giveBackToLimit(db, 'business-message-replies', id, at);
  return result;
}

async function whyNotKept(tx: Database, talk: TalkRows, { mailId }: Reply): Promise<Refusal | null> {
  const { id } = talk.message;
  if (mailId !== undefined && (await isKnown(tx, id, mailId))) return 'known';
  const state = await stateOfTalk(tx, talk, await postsOfTalk(tx, id));
  return state === 'open' ? null : state;
}

/** For a talk that the caller has locked. */
async function keepInTalk(
  tx: Database,
  talk: TalkRows,
  reply: Reply,
  { city, env, now }: Services,
): Promise<Refusal | 'kept' | 'blocked'> {
  const refusal = await whyNotKept(tx, talk, reply);
  if (refusal !== null) return refusal;
  const { message, business, owner } = talk;
  const { id, email } = message;
  if (owner === null || email === null) return 'closed';
  const at = now();
  // After the limits, which are the same for everybody: a refusal would tell of the block.
  if (await isMailboxBlocked(tx, business.id, email)) {
    const { text, mailId, fromAddress } = reply;
    await tx.insert(heldReplies).values({ messageId: id, text, mailId, fromAddress, createdAt: at });
    await resumeAnswers(tx, message, reply);
    return 'blocked';
  }
  const postId = await addPost(tx, { id, kind: 'business' }, { kind: 'reply', ...reply, at });
  if (postId === null) return 'known';
  await resumeAnswers(tx, message, reply);
  await tx.update(businessMessages).set({ readAt: null, answeredAt: null }).where(eq(businessMessages.id, id));
  const readers = await readersOf(tx, { businessId: business.id, owner, kind: 'messages' });
  const { text, leftOut = [] } = reply;
  await mailReaders(tx, readers, { business, message, text, leftOut, mailId: postId }, { city, env });
  return 'kept';
}

/** Somebody who writes again, from the mailbox itself or by the link that came there, wants the answer. */
async function resumeAnswers(tx: Database, message: TalkRows['message'], { fromAddress = null }: Reply): Promise<void> {
  if (fromAddress === null) await stopMailbox(tx, message, null);
}

async function isKnown(tx: Database, id: string, mailId: string): Promise<boolean> {
  const posted = and(eq(conversationPosts.conversationId, id), eq(conversationPosts.mailId, mailId));
  const held = and(eq(heldReplies.messageId, id), eq(heldReplies.mailId, mailId));
  return (await tx.$count(conversationPosts, posted)) + (await tx.$count(heldReplies, held)) > 0;
}
