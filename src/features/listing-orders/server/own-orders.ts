import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { isOrderOf } from '#features/billing/server/orders-of-person.ts';
import type { Database } from '#server/db/client.ts';
import { listingOrders } from '#server/db/schema/index.ts';
import type { Services, SessionUser } from '#server/http/serve.ts';
import type { Answer } from '#shared/endpoint.ts';
import type { listOwnOrders } from '../contract.ts';
import { orderCookieSeconds, orderProof } from './order-cookie.ts';

const maxOrders = 20;

/** Paid orders whose listing is not set up yet: of the account, and of its confirmed mailbox. Newest first. */
export async function ownOrders(db: Database, user: SessionUser): Promise<Answer<typeof listOwnOrders>> {
  const rows = await db
    .select()
    .from(listingOrders)
    .where(and(eq(listingOrders.status, 'paid'), isOrderOf(user)))
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

/**
 * The order that the account paid last: one whose listing is not set up yet, else one of the days for which the browser that paid
 * knows it, too.
 */
export async function lastPaidOrder({ db, now }: Pick<Services, 'db' | 'now'>, user: SessionUser) {
  const { status, paidAt } = listingOrders;
  const isWaiting = eq(status, 'paid');
  const isFresh = and(eq(status, 'handled'), gt(paidAt, new Date(now().getTime() - orderCookieSeconds * 1000)));
  const [order] = await db
    .select()
    .from(listingOrders)
    .where(and(isOrderOf(user), or(isWaiting, isFresh)))
    .orderBy(desc(isWaiting), desc(paidAt))
    .limit(1);
  return order;
}

/** Gives the orders of a mailbox to its account when that changes to a new mailbox. News about a listing then goes to the new one. */
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
