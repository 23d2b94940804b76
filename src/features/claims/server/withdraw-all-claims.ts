import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { claims } from '#server/db/schema/index.ts';
import { isOpen, openStatuses } from '../claim-rules.ts';
import { type Context, lockClaim } from './claim-rows.ts';
import { closeClaim } from './close-claim.ts';

/**
 * Withdraws a person's open claims before the account is deleted, uncharged, in the deletion's transaction.
 */
export async function withdrawAllClaims(tx: Database, userId: string, context: Context): Promise<void> {
  const isOwn = and(eq(claims.userId, userId), inArray(claims.status, [...openStatuses]));
  for (const { id } of await tx.select({ id: claims.id }).from(claims).where(isOwn).orderBy(claims.id)) {
    const held = await lockClaim(tx, id);
    if (held === null || !isOpen(held.claim.status)) continue;
    await closeClaim(tx, held, { to: 'withdrawn', decidedBy: 'claimant', actorId: userId }, context);
  }
}
