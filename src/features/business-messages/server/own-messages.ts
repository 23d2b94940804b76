/** The messages to a person's own listings. They go with the listing: its current owner reads them. */
import { and, desc, eq, ilike, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { mayManage } from '#features/businesses/server/may-manage.ts';
import { lastWordAt } from '#features/conversations/server/last-word.ts';
import type { Database } from '#server/db/client.ts';
import { containing } from '#server/db/containing.ts';
import { businesses, businessMessages, conversationPosts, users } from '#server/db/schema/index.ts';
import type { KeysetCursor } from '#server/http/keyset-cursor.ts';
import { Problem } from '#shared/problem.ts';
import { isFull, maxInARow, trailingAnswers } from '../in-a-row.ts';
import type { OwnMessage } from '../own-contract.ts';
import { ownPlaces } from './own-places.ts';

export const messageGone = () => new Problem('not_found', 'This message is not there any more.');

/** In milliseconds, as a cursor has them. */
const lastMs = sql<string>`floor(extract(epoch from greatest(${businessMessages.createdAt}, ${lastWordAt(businessMessages.id)})) * 1000)::bigint`;

/** In any message from the mailbox to this listing, as isMailboxStopped tells of one. */
const isStopped = sql<boolean>`exists (select from business_messages s where s.stopped_at is not null and (s.id = ${businessMessages.id}
  or s.business_id = ${businessMessages.businessId} and lower(s.email) = lower(${businessMessages.email})))`;

/** Sorted by the latest word, newest first. */
async function readMessages(db: Database, where: SQL | undefined, limit: number): Promise<OwnMessage[]> {
  const rows = await db
    .select({
      row: businessMessages,
      business: {
        ...{ id: businesses.id, slug: businesses.slug, name: businesses.name },
        ...{ status: businesses.status, website: businesses.website, email: businesses.email },
      },
      ...{ last: lastMs, isStopped },
    })
    .from(businessMessages)
    .innerJoin(businesses, eq(businesses.id, businessMessages.businessId))
    .where(where)
    .orderBy(desc(lastMs), desc(businessMessages.id))
    .limit(limit);
  const posts = await readPosts(
    db,
    rows.map(({ row }) => row.id),
  );
  return rows.map(({ row, business, last, isStopped: hasStopped }) => {
    const { id, name, email, text, createdAt, readAt, answeredAt, reportedAt, blockedAt } = row;
    const said = posts.get(id) ?? [];
    const isReachable = email !== null && blockedAt === null && !hasStopped && !isFull(said);
    return {
      business: { id: business.id, slug: business.slug, name: business.name, places: ownPlaces(business) },
      ...{ id, name, text, posts: said },
      state: answeredAt !== null ? 'answered' : readAt === null ? 'new' : 'read',
      createdAt: createdAt.toISOString(),
      lastAt: new Date(Number(last)).toISOString(),
      canAnswer: isReachable && answeredAt === null,
      canAnswerAgain: isReachable && answeredAt !== null && trailingAnswers(said) < maxInARow,
      isReported: reportedAt !== null,
      isBlocked: blockedAt !== null,
      hasStopped,
    };
  });
}

/**
 * By message, oldest first. What a reply quotes stays unseen, because mail programs write both addresses above it, and of another
 * sender only that it is one.
 */
async function readPosts(db: Database, ids: string[]): Promise<Map<string, OwnMessage['posts']>> {
  const byMessage = new Map<string, OwnMessage['posts']>();
  if (ids.length === 0) return byMessage;
  const { conversationId, id, kind, text, leftOut, fromAddress, createdAt } = conversationPosts;
  const rows = await db
    .select({ conversationId, id, kind, text, leftOut, fromAddress, createdAt, by: users.username })
    .from(conversationPosts)
    .leftJoin(users, eq(users.id, conversationPosts.authorId))
    .where(inArray(conversationId, ids))
    .orderBy(createdAt, id);
  for (const { conversationId: messageId, kind: postKind, fromAddress: from, createdAt: at, ...post } of rows) {
    if (postKind === 'note') continue;
    const list = byMessage.get(messageId) ?? [];
    list.push({ ...post, kind: postKind, isFromElsewhere: from !== null, createdAt: at.toISOString() });
    byMessage.set(messageId, list);
  }
  return byMessage;
}

interface List {
  userId: string;
  state: 'all' | 'open' | 'answered';
  search: string;
  cursor: KeysetCursor | undefined;
  limit: number;
}

/** Sorted by the latest word, newest first. */
export function listOwnMessages(db: Database, { userId, state, search, cursor, limit }: List): Promise<OwnMessage[]> {
  const { answeredAt, name, text } = businessMessages;
  const pattern = containing(search);
  const said = sql`exists (select from conversation_posts p where p.conversation_id = ${businessMessages.id} and p.text ilike ${pattern})`;
  const conditions = [
    mayManage(userId, 'messages'),
    ...(state === 'all' ? [] : [state === 'open' ? isNull(answeredAt) : isNotNull(answeredAt)]),
    ...(search === '' ? [] : [or(ilike(name, pattern), ilike(text, pattern), ilike(businesses.name, pattern), said)]),
    ...(cursor === undefined
      ? []
      : [sql`(${lastMs}, ${businessMessages.id}) < (${cursor.at.getTime()}::bigint, ${cursor.id}::uuid)`]),
  ];
  return readMessages(db, and(...conditions), limit);
}

/** @throws Problem 'not_found', also for another owner's */
export async function getOwnMessage(db: Database, id: string, userId: string): Promise<OwnMessage> {
  const [found] = await readMessages(db, and(eq(businessMessages.id, id), mayManage(userId, 'messages')), 1);
  if (found === undefined) throw messageGone();
  return found;
}

export async function countNewMessages(db: Database, userId: string): Promise<number> {
  const own = db.select({ id: businesses.id }).from(businesses).where(mayManage(userId, 'messages'));
  return db.$count(businessMessages, and(isNull(businessMessages.readAt), inArray(businessMessages.businessId, own)));
}

/** @throws Problem 'not_found' */
export async function noteRead(db: Database, id: string, userId: string, now: Date): Promise<OwnMessage> {
  const message = await getOwnMessage(db, id, userId);
  if (message.state !== 'new') return message;
  await db
    .update(businessMessages)
    .set({ readAt: now })
    .where(and(eq(businessMessages.id, id), isNull(businessMessages.readAt)));
  return getOwnMessage(db, id, userId);
}
