import { eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/client.ts';
import { claims } from '#server/db/schema/index.ts';

/** The first payment of somebody who goes on with a listing waits for the end of the time that its former owner has paid for. */
export async function firstDueAt(tx: Database, subscriptionId: string): Promise<Date | null> {
  const former = alias(claims, 'former');
  const [found] = await tx
    .select({ paidUntil: former.paidUntil })
    .from(claims)
    .innerJoin(former, eq(former.id, claims.succeedsId))
    .where(eq(claims.subscriptionId, subscriptionId));
  return found?.paidUntil ?? null;
}
