import { desc, eq } from 'drizzle-orm';
import { heldDiscount } from '#features/billing/held-discount.ts';
import type { Database } from '#server/db/client.ts';
import { moneyActs, subscriptions } from '#server/db/schema/index.ts';

/** The percentage that staff have taken off the next payment of each of the person's plans; a plan without one is left out. */
export async function readDiscounts(db: Database, userId: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ plan: subscriptions, act: moneyActs })
    .from(moneyActs)
    .innerJoin(subscriptions, eq(subscriptions.id, moneyActs.subscriptionId))
    .where(eq(subscriptions.userId, userId))
    .orderBy(desc(moneyActs.createdAt));
  const plans = new Map(rows.map(({ plan }) => [plan.id, plan]));
  const found = new Map<string, number>();
  for (const { id, paidThrough, syncedAt } of plans.values()) {
    const acts = rows.filter(({ plan }) => plan.id === id).map(({ act }) => act);
    const discount = heldDiscount(acts, paidThrough ?? syncedAt);
    if (discount !== null) found.set(id, discount.percentOff);
  }
  return found;
}
