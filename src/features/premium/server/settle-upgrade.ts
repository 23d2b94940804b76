import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { actorOr, writeAudit } from '#features/audit/server/write-audit.ts';
import { endSubscription } from '#features/billing/server/end-subscription.ts';
import { giveBackLater, isBanned } from '#features/billing/server/give-back-of-banned.ts';
import type { Sync, SyncRun } from '#features/billing/server/stripe-syncs.ts';
import type { Database } from '#server/db/client.ts';
import { billingCustomers, upgradeSessions } from '#server/db/schema/index.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { objectId } from '#server/stripe/object-id.ts';
import { retrieveOrNull } from '#server/stripe/retrieve-or-null.ts';
import { syncPlan } from './grant-premium.ts';
import { mailPurchase } from './purchase-letter.ts';

/**
 * Settles an upgrade's payment page. The webhook, the return page and the hourly job all call this; the first
 * one records it, and premium follows from the subscription. Does nothing for sessions of other kinds.
 */
export const settleUpgrade: Sync = async (run, sessionId) => {
  const session = await run.stripe.checkout.sessions.retrieve(sessionId);
  const upgradeId = session.metadata?.upgrade_id;
  if (upgradeId === undefined || session.status === 'open') return;
  const subscriptionId = objectId(session.subscription);
  const billId = session.status === 'complete' ? objectId(session.invoice) : null;
  const bill = billId === null ? null : await retrieveOrNull(() => run.stripe.invoices.retrieve(billId));
  const isOurs = await run.db.transaction((tx) => note(tx, { upgradeId, session, bill }, run));
  if (isOurs && subscriptionId !== null) await syncPlan(run, subscriptionId);
};

interface Settled {
  upgradeId: string;
  session: Stripe.Checkout.Session;
  /** Its first bill. */
  bill: Stripe.Invoice | null;
}

/** Returns whether the session matches the row; only then does anybody get premium. */
async function note(tx: Database, { upgradeId, session, bill }: Settled, run: SyncRun): Promise<boolean> {
  const [row] = await tx.select().from(upgradeSessions).where(eq(upgradeSessions.id, upgradeId)).for('update');
  const subscriptionId = objectId(session.subscription);
  const mismatch = row === undefined ? 'no row' : await findMismatch(tx, row, session);
  if (mismatch !== null || row === undefined) {
    run.log.error({ part: 'billing', session: session.id, upgradeId, mismatch }, 'a checkout is not its upgrade');
    if (subscriptionId !== null) {
      const payload = { subscriptionId, reason: 'mismatch' } as const;
      await enqueue(tx, endSubscription, payload, { singletonKey: subscriptionId });
    }
    return false;
  }
  if (session.status === 'expired') {
    if (row.status === 'open')
      await tx.update(upgradeSessions).set({ status: 'expired' }).where(eq(upgradeSessions.id, row.id));
    return true;
  }
  if (row.status === 'complete') return true;
  await tx
    .update(upgradeSessions)
    .set({ status: 'complete', sessionId: session.id, subscriptionId, completedAt: run.now() })
    .where(eq(upgradeSessions.id, row.id));
  if (subscriptionId !== null && (await isBanned(tx, row.userId))) {
    await giveBackLater(tx, { subscriptionId });
    return false;
  }
  await writeAudit(tx, {
    ...actorOr(row.userId, 'deleted'),
    action: 'premium.bought',
    subjectType: 'user',
    subjectId: row.userId ?? '',
    data: { interval: row.interval, cents: row.amountCents, subscription: subscriptionId },
  });
  if (row.userId !== null) await mailPurchase(tx, { ...row, userId: row.userId, bill }, run);
  return true;
}

/**
 * The difference between the session and the row; null when they match. A deleted account is not a mismatch:
 * its plan is ended elsewhere.
 */
async function findMismatch(
  tx: Database,
  row: typeof upgradeSessions.$inferSelect,
  session: Stripe.Checkout.Session,
): Promise<string | null> {
  if (session.mode !== 'subscription') return 'mode';
  if (row.userId === null) return null;
  if (session.metadata?.user_id !== row.userId) return 'user';
  const customer = objectId(session.customer);
  const [known] = await tx
    .select({ userId: billingCustomers.userId })
    .from(billingCustomers)
    .where(eq(billingCustomers.stripeCustomerId, customer ?? ''));
  return known?.userId === row.userId ? null : 'customer';
}
