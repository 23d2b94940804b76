import { and, eq, isNull } from 'drizzle-orm';
import { followPremium } from '#features/premium/server/derive-premium.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, claims } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { isOpen } from '../claim-rules.ts';
import { ownDomain } from '../mail-domain.ts';
import { chargeClaim } from './claim-jobs.ts';
import { sendClaimMail } from './claim-letters.ts';
import { type Context, type HeldClaim, lockClaim, otherOpenClaims } from './claim-rows.ts';
import { auditClaim, closeClaim } from './close-claim.ts';

interface Grant {
  decidedBy: 'staff' | 'domain';
  actorId: string | null;
}

/**
 * Gives the listing to the claimant in one statement, so that of any number of claims exactly one wins. The
 * winner's hold ends, a job charges the first month, and every other open claim on the listing is superseded.
 * A losing claim is superseded. The caller holds the claim (lockClaim) and has seen that it is in review.
 */
export async function grantClaim(
  tx: Database,
  held: HeldClaim,
  { decidedBy, actorId }: Grant,
  context: Context,
): Promise<'approved' | 'superseded'> {
  const { claim } = held;
  const now = context.now();
  const [business] =
    claim.businessId === null || claim.userId === null
      ? []
      : await tx
          .update(businesses)
          .set({ ownerId: claim.userId, updatedAt: now })
          .where(and(eq(businesses.id, claim.businessId), isNull(businesses.ownerId)))
          .returning();
  if (business === undefined) {
    await closeClaim(tx, held, { to: 'superseded', decidedBy, actorId }, context);
    return 'superseded';
  }
  const [approved] = await tx
    .update(claims)
    .set({
      status: 'approved',
      mailDomain: held.claimant === null ? claim.mailDomain : ownDomain(held.claimant.email),
      decidedBy,
      decidedById: actorId,
      decidedAt: now,
      updatedAt: now,
      dueAt: null,
    })
    .where(eq(claims.id, claim.id))
    .returning();
  if (approved === undefined) throw new Error('the claim was not held');
  const given = { ...held, claim: approved, business };
  await auditClaim(tx, 'claim.approved', given, { actorId, data: { ownerId: [null, claim.userId], by: decidedBy } });
  await enqueue(tx, chargeClaim, { claimId: claim.id });
  await followPremium(tx, business.id);
  await sendClaimMail(tx, 'approved', given, context);
  for (const id of await otherOpenClaims(tx, claim)) {
    const other = await lockClaim(tx, id);
    if (other && isOpen(other.claim.status)) {
      await closeClaim(tx, other, { to: 'superseded', decidedBy: 'site' }, context);
    }
  }
  await announceChange(tx, ['businesses', `business:${business.id}`]);
  return 'approved';
}
