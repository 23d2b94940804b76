import { and, eq, gte, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { auditLog, businesses, listingOrders } from '#server/db/schema/index.ts';
import type { PaidOrder } from '../sender-contract.ts';

/** Finds the paid orders from which staff began these listings, by listing. Orders that were given back are left out. */
export async function ordersBehind(db: Database, ids: readonly string[]): Promise<Map<string, PaidOrder>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      listing: businesses.id,
      id: listingOrders.id,
      cents: sql<number>`${listingOrders.amountCents} - (
        select coalesce(sum((part ->> 'cents')::int), 0)::int from jsonb_array_elements(${listingOrders.refunds}) part)`,
      email: listingOrders.email,
      paidAt: listingOrders.paidAt,
      status: listingOrders.status,
    })
    .from(listingOrders)
    .innerJoin(
      businesses,
      and(eq(businesses.id, listingOrders.businessId), gte(businesses.createdAt, listingOrders.paidAt)),
    )
    .where(and(inArray(listingOrders.businessId, [...ids]), inArray(listingOrders.status, ['paid', 'handled'])))
    .orderBy(listingOrders.id);
  return new Map(
    rows.map(({ listing, paidAt, status, ...order }) => [
      listing,
      { ...order, paidAt: paidAt?.toISOString() ?? '', isOpen: status === 'paid' },
    ]),
  );
}

/** Finds those of the listings that somebody sent in whose account is deleted. */
export async function withDeletedSender(db: Database, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ id: businesses.id })
    .from(businesses)
    .innerJoin(
      auditLog,
      and(
        eq(auditLog.subjectType, 'business'),
        eq(auditLog.subjectId, sql`${businesses.id}::text`),
        eq(auditLog.action, 'business.submitted'),
      ),
    )
    .where(and(inArray(businesses.id, [...ids]), isNull(businesses.ownerId), isNull(businesses.submittedById)));
  return new Set(rows.map(({ id }) => id));
}
