import { desc, eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { moneyActs } from '#server/db/schema/index.ts';
import { type Discount, heldDiscount } from '../held-discount.ts';

/** The discount that a plan's payment of this time is lower by; null: none. */
export async function discountOfPlan(tx: Database, subscriptionId: string, dueAt: Date): Promise<Discount | null> {
  const { kind, percentOff, months, createdAt } = moneyActs;
  const acts = await tx
    .select({ kind, percentOff, months, createdAt })
    .from(moneyActs)
    .where(eq(moneyActs.subscriptionId, subscriptionId))
    .orderBy(desc(createdAt));
  return heldDiscount(acts, dueAt);
}
