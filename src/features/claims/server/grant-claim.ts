import { and, eq, isNull } from 'drizzle-orm';
import { followPremium } from '#features/premium/server/derive-premium.ts';
import type { Database } from '#server/db/client.ts';
import { businesses } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import { canBe } from '../claim-states.ts';
import { ownDomain } from '../mail-domain.ts';
import { type Context, type HeldClaim, lockClaim, otherOpenClaims } from './claim-rows.ts';
import { closeClaim } from './close-claim.ts';
import { moveClaim } from './move-claim.ts';

interface Grant {
  decidedBy: 'staff' | 'domain';
  actorId: string | null;
  /** Pays for the first month before the card does; null: it is not known. */
  creditCents: number | null;
}

/**
 * Gives the listing to the claimant in one statement, so that of any number of claims exactly one wins. The
 * winner's hold ends, a job charges the first month, and every other open claim on the listing is superseded.
 * A losing claim is superseded. The caller holds the claim (lockClaim) and has seen that it is in review.
 */
export async function grantClaim(
  tx: Database,
  held: HeldClaim,
  { decidedBy, actorId, creditCents }: Grant,
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
    await closeClaim(tx, held, { event: 'superseded', decidedBy, actorId }, context);
    return 'superseded';
  }
  const mailDomain = held.claimant === null ? claim.mailDomain : ownDomain(held.claimant.email);
  const columns = { mailDomain, decidedBy, decidedById: actorId, decidedAt: now, dueAt: null };
  const data = { ownerId: [null, claim.userId], by: decidedBy };
  const move = { event: 'approved', columns, actorId, data, creditCents } as const;
  await moveClaim(tx, { ...held, business }, move, context);
  await followPremium(tx, business.id);
  for (const id of await otherOpenClaims(tx, claim)) {
    const other = await lockClaim(tx, id);
    if (other && canBe(other.claim.status, 'superseded')) {
      await closeClaim(tx, other, { event: 'superseded', decidedBy: 'site' }, context);
    }
  }
  await announceChange(tx, ['businesses', `business:${business.id}`]);
  return 'approved';
}
