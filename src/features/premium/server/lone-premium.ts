import { and, eq, inArray, ne } from 'drizzle-orm';
import { describeAmount } from '#features/billing/server/plan-in-mails.ts';
import { notSample } from '#features/billing/server/sample-subscription.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, subscriptions } from '#server/db/schema/index.ts';
import { liveStatuses } from '#server/stripe/subscription-states.ts';

interface LonePremium {
  /** '$290 a year' */
  price: string;
  /** The end of the time that is paid; null: nothing is. */
  until: string | null;
  /** It is canceled. */
  ends: boolean;
}

/** Premium for all listings of an owner who has no listing but this one; null: there is none, or it covers others, too. */
export async function readLonePremium(
  db: Database,
  { businessId, ownerId }: { businessId: string; ownerId: string },
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
    ne(businesses.id, businessId),
    inArray(businesses.status, ['approved', 'hidden', 'pending']),
  );
  if ((await db.$count(businesses, isOther)) > 0) return null;
  const until = plan.endsAt ?? plan.paidThrough;
  return {
    price: describeAmount(plan.priceKey, plan.priceCents),
    until: until?.toISOString() ?? null,
    ends: plan.endsAt !== null,
  };
}
