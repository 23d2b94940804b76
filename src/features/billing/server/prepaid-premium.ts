import { and, eq, gt, inArray } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses, listingOrders } from '#server/db/schema/index.ts';
import type { PrepaidPremium } from '../prepaid-premium.ts';

/**
 * The Premium that came with listings which staff set up, and which the person owns now. It is paid for once and ends by itself;
 * it stays with the listing, whatever becomes of the person's plans. What ends first stands first.
 */
export async function listPrepaid(db: Database, userId: string, now: Date): Promise<PrepaidPremium[]> {
  const rows = await db
    .select({
      id: listingOrders.id,
      businessId: businesses.id,
      business: businesses.name,
      endsAt: listingOrders.premiumUntil,
    })
    .from(listingOrders)
    .innerJoin(businesses, eq(businesses.id, listingOrders.businessId))
    .where(
      and(
        eq(businesses.ownerId, userId),
        inArray(businesses.status, ['approved', 'hidden']),
        eq(listingOrders.status, 'handled'),
        gt(listingOrders.premiumUntil, now),
      ),
    )
    .orderBy(listingOrders.premiumUntil, listingOrders.id)
    .limit(100);
  return rows.flatMap(({ endsAt, ...row }) => (endsAt === null ? [] : [{ ...row, endsAt: endsAt.toISOString() }]));
}
