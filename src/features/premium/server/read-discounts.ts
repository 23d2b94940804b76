import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { moneyActs, subscriptions } from '#server/db/schema/index.ts';

/** The percentage that staff have taken off the next payment of each of the person's plans; a plan without one is left out. */
export async function readDiscounts(db: Database, userId: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: subscriptions.id, act: moneyActs, paidThrough: subscriptions.paidThrough })
    .from(moneyActs)
    .innerJoin(subscriptions, eq(subscriptions.id, moneyActs.subscriptionId))
    .where(and(eq(subscriptions.userId, userId), eq(moneyActs.kind, 'discount'), isNotNull(moneyActs.percentOff)))
    .orderBy(desc(moneyActs.createdAt));
  const found = new Map<string, number>();
  const seen = new Set<string>();
  for (const { id, act, paidThrough } of rows) {
    // A new discount takes the place of the former one.
    if (seen.has(id)) continue;
    seen.add(id);
    if (act.percentOff !== null && reaches(act, paidThrough)) found.set(id, act.percentOff);
  }
  return found;
}

function reaches({ createdAt, months }: typeof moneyActs.$inferSelect, paidThrough: Date | null): boolean {
  if (months === null || paidThrough === null) return true;
  const end = new Date(createdAt);
  end.setUTCMonth(end.getUTCMonth() + months);
  return end > paidThrough;
}
