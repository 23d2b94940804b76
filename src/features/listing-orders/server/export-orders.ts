import { and, desc, eq, isNotNull, lt } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { refundsOfOrder } from '#features/billing/server/refunds-of-payment.ts';
import { csvDollars, csvRows, csvTime } from '#server/csv-rows.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, listingOrders } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { planNames } from '../plans.ts';
import { sumOf } from './note-refunds.ts';

type Row = Awaited<ReturnType<typeof readRows>>[number];

/** Every order that was paid, newest first, as a CSV file without formulas, for the books. Written to the audit log. */
export async function exportOrders(
  { db, city }: Pick<Services, 'db' | 'city'>,
  { actorId }: { actorId: string },
): Promise<AsyncGenerator<string>> {
  await writeAudit(db, {
    actorId,
    action: 'order.exported',
    subjectType: 'order',
    subjectId: 'orders',
    data: { rows: await db.$count(listingOrders, isNotNull(listingOrders.paidAt)) },
  });
  const { timeZone } = city.facts;
  const columns: Record<string, (row: Row) => string | null> = {
    number: ({ order }) => order.id,
    paid: ({ order }) => csvTime(order.paidAt, timeZone),
    plan: ({ order }) => planNames[order.plan],
    amount: ({ order }) => csvDollars(order.amountCents),
    business: ({ order, business }) => business ?? order.businessName,
    mailbox: ({ order }) => order.email,
    refunded: ({ order }) => csvTime(lastRefund(order), timeZone),
    'refunded amount': ({ order }) => {
      const refunds = refundsOfOrder(order);
      return refunds.length === 0 ? null : csvDollars(sumOf(refunds));
    },
    disputed: ({ order }) => csvTime(order.disputedAt, timeZone),
    'set up': ({ order }) => csvTime(order.handledAt, timeZone),
    'premium until': ({ order }) => csvTime(order.premiumUntil, timeZone),
    payment: ({ order }) => order.paymentIntentId,
  };
  return csvRows({ columns, read: (after, limit) => readRows(db, after?.order.id, limit) });
}

function lastRefund(order: Row['order']): Date | null {
  const at = refundsOfOrder(order).map((refund) => Date.parse(refund.at));
  return at.length === 0 ? null : new Date(Math.max(...at));
}

function readRows(db: Database, after: string | undefined, limit: number) {
  return db
    .select({ order: listingOrders, business: businesses.name })
    .from(listingOrders)
    .leftJoin(businesses, eq(businesses.id, listingOrders.businessId))
    .where(and(isNotNull(listingOrders.paidAt), after === undefined ? undefined : lt(listingOrders.id, after)))
    .orderBy(desc(listingOrders.id))
    .limit(limit);
}
