/** The messages to a person's own listings. They go with the listing: its owner of today reads them. */
import { and, desc, eq, inArray, isNull, lt, type SQL } from 'drizzle-orm';
import { mayManage } from '#features/businesses/server/may-manage.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, businessMessages } from '#server/db/schema/index.ts';
import { Problem } from '#shared/problem.ts';
import type { OwnMessage } from '../own-contract.ts';

export const messageGone = () => new Problem('not_found', 'This message is not there any more.');

/** Newest first. */
async function readMessages(db: Database, where: SQL | undefined, limit: number): Promise<OwnMessage[]> {
  const rows = await db
    .select({
      row: businessMessages,
      business: { id: businesses.id, slug: businesses.slug, name: businesses.name },
    })
    .from(businessMessages)
    .innerJoin(businesses, eq(businesses.id, businessMessages.businessId))
    .where(where)
    .orderBy(desc(businessMessages.id))
    .limit(limit);
  return rows.map(
    ({ row: { id, name, email, text, createdAt, readAt, answer, answeredAt, reportedAt }, business }) => ({
      ...{ id, business, name, text, answer },
      state: answeredAt !== null ? 'answered' : readAt === null ? 'new' : 'read',
      createdAt: createdAt.toISOString(),
      answeredAt: answeredAt?.toISOString() ?? null,
      canAnswer: answeredAt === null && email !== null,
      isReported: reportedAt !== null,
    }),
  );
}

interface List {
  userId: string;
  cursor: string | undefined;
  limit: number;
}

/** Newest first. */
export function listOwnMessages(db: Database, { userId, cursor, limit }: List): Promise<OwnMessage[]> {
  const isAfter = cursor === undefined ? undefined : lt(businessMessages.id, cursor);
  return readMessages(db, and(mayManage(userId, 'messages'), isAfter), limit);
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
