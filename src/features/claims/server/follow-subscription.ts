/** Applies the state of a claim's subscription to the listing's ownership. */
import { and, eq, ne } from 'drizzle-orm';
import { followPremium } from '#features/premium/server/derive-premium.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, claims, subscriptions } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { Services } from '#server/http/serve.ts';
import { canBe, isHeld } from '../claim-states.ts';
import { type Context, type HeldClaim, lockClaim } from './claim-rows.ts';
import { moveClaim } from './move-claim.ts';
import { ownershipBy } from './ownership.ts';

/** Call it after the subscription's row was updated. Does nothing for a subscription of another kind. */
export async function followSubscription(services: Services, subscriptionId: string): Promise<void> {
  const { db } = services;
  const [found] = await db.select({ id: claims.id }).from(claims).where(eq(claims.subscriptionId, subscriptionId));
  if (found === undefined) return;
  await db.transaction(async (tx) => {
    const held = await lockClaim(tx, found.id);
    if (held === null || !isHeld(held.claim.status)) return;
    const [subscription] = await tx.select().from(subscriptions).where(eq(subscriptions.id, subscriptionId));
    if (subscription === undefined) return;
    const ownership = ownershipBy(subscription, services.now());
    if (ownership === 'ended') return endOwnership(tx, held, services);
    const event = ownership === 'ending' ? 'ending' : 'resumed';
    if (canBe(held.claim.status, event)) await moveClaim(tx, held, { event }, services);
  });
}

/** Removes the owner and keeps the listing's content; the subscription is ended at Stripe. */
async function endOwnership(tx: Database, held: HeldClaim, context: Context): Promise<void> {
  const { claim, business } = held;
  const now = context.now();
  const isStillTheirs = business !== null && claim.userId !== null && business.ownerId === claim.userId;
  if (isStillTheirs && !(await ownsOtherwise(tx, held))) {
    await tx.update(businesses).set({ ownerId: null, updatedAt: now }).where(eq(businesses.id, business.id));
    await announceChange(tx, ['businesses', `business:${business.id}`]);
    await followPremium(tx, business.id);
  }
  const data = isStillTheirs ? { ownerId: [claim.userId, null] } : {};
  await moveClaim(tx, held, { event: 'ended', columns: { endedAt: now }, data }, context);
}

/** When two listings that one person has claimed were merged, the other claim still pays for the listing. */
async function ownsOtherwise(tx: Database, { claim }: HeldClaim): Promise<boolean> {
  if (claim.businessId === null || claim.userId === null) return false;
  const rows = await tx
    .select({ status: claims.status })
    .from(claims)
    .where(and(eq(claims.businessId, claim.businessId), eq(claims.userId, claim.userId), ne(claims.id, claim.id)));
  return rows.some(({ status }) => isHeld(status));
}
