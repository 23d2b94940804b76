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

/** Premium for all listings of an owner who has no listing but this one; null: there is none, or it covers others, too. */
export async function readLonePremium(db: Database, { businessId, ownerId }: Owned): Promise<LonePremium | null> {
  const plan = await premiumOf(db, ownerId);
  if (plan === undefined) return null;
  const covered = await coveredListings(db, ownerId, [businessId]);
  return covered.length > 0 ? null : inWords(plan);
}

/**
 * Premium that goes on for no listing once the claim of one has ended, as those canceled before will. Reads the same for one claim as
 * for a hundred.
 * @returns by the listing of the claim; those without such Premium are missing
 */
export async function readLonePremiumAfterClaims(
  db: Database,
  { businessIds, ownerId }: { businessIds: readonly string[]; ownerId: string },
): Promise<Map<string, LonePremium>> {
  const plan = await premiumOf(db, ownerId);
  if (plan === undefined || plan.endsAt !== null || businessIds.length === 0) return new Map();
  const endingClaims = and(
    eq(subscriptions.userId, ownerId),
    ne(subscriptions.kind, 'owner_premium'),
    inArray(subscriptions.status, [...liveStatuses]),
    isNotNull(subscriptions.endsAt),
  );
  const ending = await db.select({ id: subscriptions.businessId }).from(subscriptions).where(endingClaims);
  const covered = await coveredListings(
    db,
    ownerId,
    ending.flatMap(({ id }) => id ?? []),
  );
  const isOwn = and(eq(businesses.ownerId, ownerId), inArray(businesses.id, [...businessIds]));
  const own = await db.select({ id: businesses.id }).from(businesses).where(isOwn);
  return new Map(
    own.flatMap(({ id }) => (covered.every((other) => other === id) ? [[id, inWords(plan)] as const] : [])),
  );
}

async function premiumOf(db: Database, ownerId: string) {
  const isPremium = and(
    eq(subscriptions.userId, ownerId),
    eq(subscriptions.kind, 'owner_premium'),
    inArray(subscriptions.status, [...liveStatuses]),
    notSample,
  );
  const [plan] = await db.select().from(subscriptions).where(isPremium).orderBy(subscriptions.createdAt).limit(1);
  return plan;
}

/** Reads at most two ids: the caller only has to know whether there is another listing. */
async function coveredListings(db: Database, ownerId: string, without: readonly string[]): Promise<string[]> {
  const isCovered = and(
    eq(businesses.ownerId, ownerId),
    without.length > 0 ? notInArray(businesses.id, [...without]) : undefined,
    inArray(businesses.status, ['approved', 'hidden', 'pending']),
  );
  const rows = await db.select({ id: businesses.id }).from(businesses).where(isCovered).limit(2);
  return rows.map(({ id }) => id);
}

function inWords(plan: typeof subscriptions.$inferSelect): LonePremium {
  const until = planEnd(plan) ?? owedBy(plan) ?? plan.paidThrough;
  return {
    price: describeAmount(plan.priceKey, plan.priceCents),
    until: until?.toISOString() ?? null,
    ends: plan.endsAt !== null,
  };
}
