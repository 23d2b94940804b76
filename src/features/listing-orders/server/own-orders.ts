import { and, desc, eq, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { listingOrders } from '#server/db/schema/index.ts';
import type { SessionUser } from '#server/http/serve.ts';
import type { Answer } from '#shared/endpoint.ts';
import type { listOwnOrders } from '../contract.ts';
import { orderProof } from './order-cookie.ts';

const maxOrders = 20;

/** Paid orders whose listing is not set up yet: of the account, and of its confirmed mailbox. Newest first. */
export async function ownOrders(
  db: Database,
  { id, email, emailVerified }: SessionUser,
): Promise<Answer<typeof listOwnOrders>> {
  const isMailbox = emailVerified ? sql`lower(${listingOrders.email}) = lower(${email})` : undefined;
  const rows = await db
    .select()
    .from(listingOrders)
    .where(and(eq(listingOrders.status, 'paid'), or(eq(listingOrders.userId, id), isMailbox)))
    .orderBy(desc(listingOrders.id))
    .limit(maxOrders);
  return Promise.all(
    rows.map(async ({ id: order, plan, businessName, detailsSentAt, dueAt }) => ({
      ...{ id: order, plan, businessName },
      isSent: detailsSentAt !== null,
      dueAt: dueAt?.toISOString() ?? null,
      order: await orderProof(db, order),
    })),
  );
}

/** Orders of a confirmed mailbox become its account's when that takes a new one, and news of a listing goes there. */
export async function ordersFollow(
  db: Database,
  former: string,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const isFormer = sql`lower(${listingOrders.email}) = lower(${former})`;
  const isWaiting = sql`${listingOrders.status} = 'paid'`;
  await db
    .update(listingOrders)
    .set({ userId: id, email: sql`case when ${isWaiting} then ${email} else ${listingOrders.email} end` })
    .where(and(isFormer, or(isNull(listingOrders.userId), eq(listingOrders.userId, id))));
}
