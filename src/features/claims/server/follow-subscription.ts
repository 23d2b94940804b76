/** Applies the state of a claim's subscription to the listing's ownership. */
import { eq } from 'drizzle-orm';
import { followPremium } from '#features/premium/server/derive-premium.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, claims, subscriptions } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { Services } from '#server/http/serve.ts';
import { isLive } from '#server/stripe/subscription-states.ts';
import { canBe, isHeld } from '../claim-states.ts';
import { isAwaited, settleSuccessor } from './await-successor.ts';
import { type Context, type HeldClaim, lockClaim } from './claim-rows.ts';
import { goOnFree } from './go-on-free.ts';
import { giveBackLate } from './hand-over-claims.ts';
import { mailTimeOver } from './hand-over-letters.ts';
import { moveClaim } from './move-claim.ts';
import { noteFirstPayment } from './note-first-payment.ts';
import { ownsOtherwise } from './owned-by-claim.ts';
import { handedOverUntil, ownershipBy } from './ownership.ts';

/** Call it after the subscription's row was updated. Does nothing for a subscription of another kind. */
export async function followSubscription(services: Services, subscriptionId: string): Promise<void> {
  const { db, now } = services;
  const [found] = await db
    .select({ id: claims.id, status: claims.status })
    .from(claims)
    .where(eq(claims.subscriptionId, subscriptionId));
  if (found === undefined) return;
  if (found.status === 'handed_over') await settleSuccessor(services, found.id);
  await db.transaction(async (tx) => {
    const held = await lockClaim(tx, found.id);
    if (held === null || !isHeld(held.claim.status)) return;
    const [subscription] = await tx.select().from(subscriptions).where(eq(subscriptions.id, subscriptionId));
    if (subscription === undefined) return;
    if (held.claim.status === 'handed_over') {
      const until = held.claim.paidUntil && handedOverUntil(held.claim.paidUntil, subscription);
      const isOver = held.claim.paidUntil !== null && (until === null || until <= now());
      const isBack = held.claim.successorId === held.claim.userId && isLive(subscription.status);
      if (!isOver && isBack && subscription.endsAt !== null) return giveBackLate(tx, held, services);
      if (!isOver || (await isAwaited(tx, held.claim, now()))) return;
      if ((await goOnFree(tx, held, services)) !== 'waits') await endOwnership(tx, held, services);
      return;
    }
    await noteFirstPayment(tx, held, subscription);
    const ownership = ownershipBy(subscription, now());
    if (ownership === 'ended') return endOwnership(tx, held, services);
    const event = ownership === 'ending' ? 'ending' : 'resumed';
    if (canBe(held.claim.status, event)) await moveClaim(tx, held, { event }, services);
  });
}

/** Removes the owner, unless another claim holds the listing for them, and keeps its content; the subscription is ended at Stripe. */
async function endOwnership(tx: Database, held: HeldClaim, context: Context): Promise<void> {
  const { claim, business } = held;
  const now = context.now();
  const isPassedOn = claim.status === 'handed_over';
  const ownerId = isPassedOn ? claim.successorId : claim.userId;
  const isStillTheirs = business !== null && ownerId !== null && business.ownerId === ownerId;
  // Another claim: of two listings of one person that were merged, or of a new owner beside the former one's.
  const keeps = isStillTheirs && (await ownsOtherwise(tx, { businessId: business.id, ownerId }, claim.id, now));
  if (isStillTheirs && !keeps) {
    await tx.update(businesses).set({ ownerId: null, updatedAt: now }).where(eq(businesses.id, business.id));
    await announceChange(tx, ['businesses', `business:${business.id}`]);
    if (isPassedOn) await mailTimeOver(tx, { claim, business, ownerId }, context);
  }
  if (isStillTheirs) await followPremium(tx, business.id);
  const data = isStillTheirs && !keeps ? { ownerId: [ownerId, null] } : {};
  // The letter says that the listing has no owner any more.
  await moveClaim(tx, held, { event: 'ended', columns: { endedAt: now }, data, isLetterLater: keeps }, context);
}
