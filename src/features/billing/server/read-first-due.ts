import { eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/client.ts';
import { claims } from '#server/db/schema/index.ts';

interface FirstDue {
  at: Date;
  /** The listing has Premium until then. */
  hasPremium: boolean;
}

/**
 * The first payment of somebody who goes on with a listing waits for the end of the time that its former owner has paid for.
 * null: the plan is none of theirs.
 */
export async function readFirstDue(tx: Database, subscriptionId: string): Promise<FirstDue | null> {
  const former = alias(claims, 'former');
  const [found] = await tx
    .select({ paidUntil: former.paidUntil, plan: former.plan })
    .from(claims)
    .innerJoin(former, eq(former.id, claims.succeedsId))
    .where(eq(claims.subscriptionId, subscriptionId));
  return found?.paidUntil ? { at: found.paidUntil, hasPremium: found.plan === 'premium' } : null;
}
