import { eq } from 'drizzle-orm';
import { wasFirst } from '#features/audit/server/last-actor.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, type listingOrders } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';

/** The state that the question before a refund has told of. */
export interface SeenOrder {
  status: 'paid' | 'handled';
  /** The listing that was begun for it, or made of it. */
  business: string | null;
}

/** @throws Problem 'conflict' when a colleague has begun the listing, or finished it, since the question was shown */
export async function requireSeen(
  db: Database,
  order: typeof listingOrders.$inferSelect,
  seen: SeenOrder,
  request: Pick<ApiRequest, 'user' | 'now'>,
): Promise<void> {
  const act = (action: string) => ({ subjectType: 'order', subjectId: order.id, actions: [action] });
  const again = (problem: Problem) => new Problem('conflict', `${problem.message} Please look at it, then ask again.`);
  if (order.status === 'handled' && seen.status === 'paid') {
    throw again(await wasFirst(db, act('order.done'), 'marked this order done', request));
  }
  if (order.businessId === seen.business) return;
  if (order.businessId === null) {
    throw again(new Problem('conflict', 'The listing that was begun for this order is not there any more.'));
  }
  const [business] = await db
    .select({ name: businesses.name })
    .from(businesses)
    .where(eq(businesses.id, order.businessId));
  const deed = `began the listing of this order, ${business?.name ?? 'without a name'},`;
  throw again(await wasFirst(db, act('order.listing-begun'), deed, request));
}
