import { desc, eq, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses, listingOrders, moneyActs, subscriptions, type users } from '#server/db/schema/index.ts';

/** The newest of each kind; nobody has more but by mischief. */
const maxRows = 5000;

const instant = (at: Date | null) => at?.toISOString() ?? null;

/** The plans, orders and other acts about money of an account, newest first; an order with its mailbox counts once that is confirmed. */
export async function paymentsOf(
  db: Database,
  { id, email, emailVerifiedAt }: Pick<typeof users.$inferSelect, 'id' | 'email' | 'emailVerifiedAt'>,
) {
  const plans = await db
    .select({ plan: subscriptions, business: businesses.name })
    .from(subscriptions)
    .leftJoin(businesses, eq(businesses.id, subscriptions.businessId))
    .where(eq(subscriptions.userId, id))
    .orderBy(desc(subscriptions.createdAt))
    .limit(maxRows);
  const isToMailbox = emailVerifiedAt === null ? undefined : sql`lower(${listingOrders.email}) = lower(${email})`;
  const orders = await db
    .select()
    .from(listingOrders)
    .where(or(eq(listingOrders.userId, id), isToMailbox))
    .orderBy(desc(listingOrders.id))
    .limit(maxRows);
  const acts = await db
    .select()
    .from(moneyActs)
    .where(eq(moneyActs.userId, id))
    .orderBy(desc(moneyActs.createdAt))
    .limit(maxRows);
  return {
    plans: plans.map(({ plan, business }) => ({
      ...plan,
      business,
      createdAt: plan.createdAt.toISOString(),
      paidThrough: instant(plan.paidThrough),
      endsAt: instant(plan.endsAt),
    })),
    orders: orders.map((order) => ({
      ...order,
      createdAt: order.createdAt.toISOString(),
      paidAt: instant(order.paidAt),
      refundedAt: instant(order.refundedAt),
    })),
    moneyActs: acts.map((act) => ({ ...act, createdAt: act.createdAt.toISOString(), endsAt: instant(act.endsAt) })),
  };
}
