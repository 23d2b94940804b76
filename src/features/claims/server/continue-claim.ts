/** A new owner goes on from the time that a former owner has paid for: nobody reviews it, because the listing is theirs already. */
import { eq } from 'drizzle-orm';
import { followPremium } from '#features/premium/server/derive-premium.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, claims } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { canBe } from '../claim-states.ts';
import { cancelClaim } from './claim-jobs.ts';
import { type Context, type HeldClaim, lockClaim, otherOpenClaims } from './claim-rows.ts';
import { closeClaim } from './close-claim.ts';
import { mailGoesOn } from './hand-over-letters.ts';
import { moveClaim } from './move-claim.ts';
import { noteGivenBack, reasonToGiveBack } from './note-given-back.ts';

/**
 * Makes the claim hold the listing. When the paid time has just ended and nobody else has the listing, its owner gets it back.
 * A listing that somebody else has by now is not theirs to pay for: the claim ends, and what was charged goes back. The
 * caller holds the claim (lockClaim) and has seen that it may be continued.
 * @param isCharged the first payment was due with the card
 */
export async function continueClaim(
  tx: Database,
  held: HeldClaim,
  { isCharged }: { isCharged: boolean },
  context: Context,
): Promise<void> {
  const { claim, business, claimant } = held;
  const [former] = await tx
    .select()
    .from(claims)
    .where(eq(claims.id, claim.succeedsId ?? claim.id));
  const isTheirs =
    business !== null && claimant !== null && former?.businessId === business.id && former.successorId === claimant.id;
  if (!isTheirs || former.paidUntil === null || (business.ownerId !== null && business.ownerId !== claimant.id)) {
    // The letter says that nothing was charged.
    const closing = { event: 'superseded', decidedBy: 'site', isLetterLater: isCharged } as const;
    if (canBe(claim.status, 'superseded')) await closeClaim(tx, held, closing, context);
    else await enqueue(tx, cancelClaim, { claimId: claim.id });
    if (isCharged) await noteGivenBack(tx, claim, { reason: reasonToGiveBack({ ...claim, status: 'superseded' }) });
    return;
  }
  const now = context.now();
  if (business.ownerId === null) {
    await tx.update(businesses).set({ ownerId: claimant.id, updatedAt: now }).where(eq(businesses.id, business.id));
    await announceChange(tx, ['businesses', `business:${business.id}`]);
    for (const id of await otherOpenClaims(tx, claim)) {
      const other = await lockClaim(tx, id);
      if (other && canBe(other.claim.status, 'superseded')) {
        await closeClaim(tx, other, { event: 'superseded', decidedBy: 'site' }, context);
      }
    }
  }
  const columns = { submittedAt: now, decidedAt: now, decidedBy: 'site' as const, dueAt: null };
  const data = business.ownerId === null ? { ownerId: [null, claimant.id] } : {};
  const move = { event: 'continued', columns, actorId: claimant.id, data } as const;
  const moved = await moveClaim(tx, held, move, context);
  await followPremium(tx, business.id);
  const time = { from: former.paidUntil, hadPremium: former.plan === 'premium' };
  const told = { claim: moved.claim, business, to: claimant, ...time, isCharged };
  await mailGoesOn(tx, told, context);
}
