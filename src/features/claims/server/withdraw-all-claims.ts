import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { claims } from '#server/db/schema/index.ts';
import { canBe, openStatuses } from '../claim-states.ts';
import { type Context, lockClaim } from './claim-rows.ts';
import { closeClaim } from './close-claim.ts';

/**
 * Withdraws a person's open claims before the account is deleted, uncharged, in the deletion's transaction.
 */
export async function withdrawAllClaims(tx: Database, userId: string, context: Context): Promise<void> {
  const isOwn = and(eq(claims.userId, userId), inArray(claims.status, [...openStatuses]));
  for (const { id } of await tx.select({ id: claims.id }).from(claims).where(isOwn).orderBy(claims.id)) {
    const held = await lockClaim(tx, id);
    if (held === null || !canBe(held.claim.status, 'withdrawn')) continue;
    await closeClaim(tx, held, { event: 'withdrawn', decidedBy: 'claimant', actorId: userId }, context);
  }
}
