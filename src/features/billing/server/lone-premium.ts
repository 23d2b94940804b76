import { and, eq, inArray, isNotNull, ne, notInArray } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses, subscriptions } from '#server/db/schema/index.ts';
import { liveStatuses } from '#server/stripe/subscription-states.ts';
import type { LonePremium } from '../lone-premium.ts';
import { owedBy, planEnd } from '../plan-end.ts';
import { describeAmount } from './plan-in-mails.ts';
import { notSample } from './sample-subscription.ts';

interface Owned {
  businessId: string;
  ownerId: string;
}

/** Premium for all listings of an owner who has no listing but this one; null: there is none, or it covers others, too. `ending`: more listings that this owner is about to lose. */
export async function readLonePremium(
  db: Database,
  { businessId, ownerId }: Owned,
  ending: readonly string[] = [],
): Promise<LonePremium | null> {
  const isPremium = and(
    eq(subscriptions.userId, ownerId),
    eq(subscriptions.kind, 'owner_premium'),
    inArray(subscriptions.status, [...liveStatuses]),
    notSample,
  );
  const [plan] = await db.select().from(subscriptions).where(isPremium).orderBy(subscriptions.createdAt).limit(1);
  if (plan === undefined) return null;
  const isOther = and(
    eq(businesses.ownerId, ownerId),
    notInArray(businesses.id, [businessId, ...ending]),
    inArray(businesses.status, ['approved', 'hidden', 'pending']),
  );
  if ((await db.$count(businesses, isOther)) > 0) return null;
  const until = planEnd(plan) ?? owedBy(plan) ?? plan.paidThrough;
  return {
    price: describeAmount(plan.priceKey, plan.priceCents),
    until: until?.toISOString() ?? null,
    ends: plan.endsAt !== null,
  };
}

/** Premium that goes on for no listing once the claim of this one has ended, as those canceled before will; null: there is none. */
export async function readLonePremiumAfterClaim(db: Database, owned: Owned): Promise<LonePremium | null> {
  const { businessId, ownerId } = owned;
  const isOwn = and(eq(businesses.id, businessId), eq(businesses.ownerId, ownerId));
  if ((await db.$count(businesses, isOwn)) === 0) return null;
  const endingClaims = and(
    eq(subscriptions.userId, ownerId),
    ne(subscriptions.kind, 'owner_premium'),
    inArray(subscriptions.status, [...liveStatuses]),
    isNotNull(subscriptions.endsAt),
  );
  const ending = await db.select({ id: subscriptions.businessId }).from(subscriptions).where(endingClaims);
  const ids = ending.flatMap(({ id }) => (id === null ? [] : [id]));
  const lone = await readLonePremium(db, owned, ids);
  return lone?.ends ? null : lone;
}
