/** A claim that has become free since a hand-over asks nothing of the new owner: the listing stays theirs without a click. */
import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { users } from '#server/db/schema/index.ts';
import { claimPriceCents } from '../plans.ts';
import type { Context, HeldClaim } from './claim-rows.ts';
import { ownsOtherwise } from './owned-by-claim.ts';
import { submitFreeClaim } from './start-free-claim.ts';

export const isFreeNow = ({ city }: Context): boolean => claimPriceCents(city.facts.prices, 'standard') === 0;

/**
 * Lets the successor of a claim whose paid time is over go on without a price. The caller holds the claim (lockClaim). Answers
 * 'waits' while an unfinished payment page of theirs is in the way: the hourly job closes the page first.
 */
export async function goOnFree(
  tx: Database,
  { claim, business }: HeldClaim,
  context: Context,
): Promise<'goes on' | 'waits' | 'ends'> {
  const { successorId } = claim;
  if (!isFreeNow(context) || business === null || successorId === null || business.ownerId !== successorId)
    return 'ends';
  const owned = { businessId: business.id, ownerId: successorId };
  if (await ownsOtherwise(tx, owned, claim.id, context.now())) return 'goes on';
  const [claimant] = await tx.select().from(users).where(eq(users.id, successorId));
  if (claimant === undefined || claimant.bannedAt !== null) return 'ends';
  const made = await submitFreeClaim(tx, { businessId: business.id, claimant, succeedsId: claim.id }, context);
  return made === null ? 'waits' : 'goes on';
}
