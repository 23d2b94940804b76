/** Grants and ends premium after the row of a subscription was brought in line with Stripe. */
import { eq } from 'drizzle-orm';
import { subscriptionOfPayment } from '#features/billing/server/read-subscription.ts';
import type { Sync } from '#features/billing/server/stripe-syncs.ts';
import { syncSubscription } from '#features/billing/server/sync-subscription.ts';
import { subscriptions } from '#server/db/schema/index.ts';
import { refreshPremium } from './derive-premium.ts';

/** Runs after syncSubscription. A crash between the two leaves premium as it was until the next `expire-premium` job. */
export const grantPremium: Sync = async ({ db, now }, id) => {
  const [row] = await db
    .select({ userId: subscriptions.userId, businessId: subscriptions.businessId })
    .from(subscriptions)
    .where(eq(subscriptions.id, id));
  if (row === undefined) return;
  // A row that has just lost its owner does not say whose listings it covered.
  if (row.userId === null) return refreshPremium(db, 'all', now());
  await refreshPremium(db, { ownerId: row.userId }, now());
  if (row.businessId !== null) await refreshPremium(db, { businessId: row.businessId }, now());
};

/** The same after syncReversedSubscription. */
export const grantPremiumAfterReversal: Sync = async (run, paymentIntent) => {
  const id = await subscriptionOfPayment(run.stripe, paymentIntent);
  if (id !== null) await grantPremium(run, id);
};

/** Syncs a subscription and grants its premium at once, for calls whose answer shows both. */
export const syncPlan: Sync = async (run, id) => {
  await syncSubscription(run, id);
  await grantPremium(run, id);
};
