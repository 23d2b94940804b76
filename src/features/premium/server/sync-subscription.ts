/**
 * Brings a subscription's row in line with Stripe; then premium, mails and necessary cancellations follow the
 * row.
 */
import { and, eq, inArray, like, ne, not, sql } from 'drizzle-orm';
import type { Sync, SyncRun } from '#features/billing/server/stripe-syncs.ts';
import type { Database } from '#server/db/client.ts';
import { billingCustomers, businesses, claims, subscriptions } from '#server/db/schema/index.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { liveStatuses, suspends } from '../premium-rules.ts';
import { derivePremium, lockPremium } from './derive-premium.ts';
import { endSubscription } from './end-subscription.ts';
import { readSubscription, type SubscriptionTruth, subscriptionOfPayment } from './read-subscription.ts';
import { writeSubscriptionLetters } from './subscription-letters.ts';

type Row = typeof subscriptions.$inferSelect;

export const isSample = (id: string) => id.startsWith('sample_');
export const notSample = not(like(subscriptions.id, 'sample\\_%'));

/** Safe to call however often, in any order, from anywhere: Stripe's last state wins. */
export const syncSubscription: Sync = (run, id) => converge(run, id, null);

/** For a subscription whose payment was refunded or disputed. */
export const syncReversedSubscription: Sync = async (run, paymentIntent) => {
  const id = await subscriptionOfPayment(run.stripe, paymentIntent);
  if (id !== null) await converge(run, id, paymentIntent);
};

async function converge(run: SyncRun, id: string, paymentIntent: string | null): Promise<void> {
  if (isSample(id)) return;
  const { db, stripe, log, now } = run;
  await db.transaction(async (tx) => {
    // Locked before Stripe is asked: of two calls at once, the one that asked first must not write last.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${id}))`);
    const [known] = await tx.select().from(subscriptions).where(eq(subscriptions.id, id)).for('update');
    const truth = await readSubscription(stripe, id, { disputeId: known?.disputeId ?? null, paymentIntent });
    if (truth === null) {
      if (known) await tx.update(subscriptions).set({ syncedAt: now() }).where(eq(subscriptions.id, id));
      log.info({ part: 'billing', subscription: id }, 'Stripe has no such subscription of ours');
      return;
    }
    const [customer] = await tx
      .select({ userId: billingCustomers.userId })
      .from(billingCustomers)
      .where(eq(billingCustomers.stripeCustomerId, truth.customerId));
    if (customer === undefined) {
      log.error({ part: 'billing', subscription: id }, 'a subscription belongs to a customer that is not ours');
      return;
    }
    const userId = customer.userId;
    await lockPremium(tx);
    const row = await writeRow(tx, known, truth, userId, now());
    await endWhatMayNotGoOn(tx, row, truth);
    if (userId !== null) await writeSubscriptionLetters(tx, row, run);
    for (const ownerId of new Set([userId, known?.userId ?? null])) {
      if (ownerId !== null) await derivePremium(tx, { ownerId }, now());
    }
    if (row.businessId !== null) await derivePremium(tx, { businessId: row.businessId }, now());
  });
}

async function writeRow(
  tx: Database,
  known: Row | undefined,
  truth: SubscriptionTruth,
  userId: string | null,
  now: Date,
): Promise<Row> {
  const { id, kind, businessId, claimId, createdAt, isRefunded: _, ...state } = truth;
  const isSuspended = suspends(truth.disputeStatus);
  const set = {
    ...state,
    userId,
    suspendedAt: isSuspended ? (known?.suspendedAt ?? now) : null,
    syncedAt: now,
  };
  if (known) {
    // Its business and claim stay as we have them: the listing may have been merged into another.
    const [row] = await tx.update(subscriptions).set(set).where(eq(subscriptions.id, id)).returning();
    if (row === undefined) throw new Error('the subscription was not held');
    return row;
  }
  const [row] = await tx
    .insert(subscriptions)
    .values({
      ...set,
      id,
      kind,
      createdAt,
      businessId: await existing(tx, businesses, businessId),
      claimId: await existing(tx, claims, claimId),
    })
    .returning();
  if (row === undefined) throw new Error('the subscription was not written');
  return row;
}

async function existing(
  tx: Database,
  table: typeof businesses | typeof claims,
  id: string | null,
): Promise<string | null> {
  return id !== null && (await tx.$count(table, eq(table.id, id))) === 1 ? id : null;
}

const isLive = ({ status }: Pick<Row, 'status'>) => liveStatuses.includes(status);

async function endWhatMayNotGoOn(tx: Database, row: Row, truth: SubscriptionTruth): Promise<void> {
  if (!isLive(row)) return;
  if (row.userId === null) return end(tx, row.id, 'account-deleted');
  if (truth.isRefunded) return end(tx, row.id, 'refunded');
  if (row.disputeStatus === 'lost') return end(tx, row.id, 'dispute-lost');
  if (row.kind !== 'owner_premium') return;
  // When two upgrades are paid at the same moment, the earlier one stays, whichever is seen first.
  const isRival = and(
    eq(subscriptions.userId, row.userId),
    eq(subscriptions.kind, 'owner_premium'),
    inArray(subscriptions.status, [...liveStatuses]),
    ne(subscriptions.id, row.id),
    notSample,
  );
  const all = [row, ...(await tx.select().from(subscriptions).where(isRival))];
  const inOrder = all.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
  for (const later of inOrder.slice(1)) await end(tx, later.id, 'duplicate');
}

async function end(
  tx: Database,
  subscriptionId: string,
  reason: 'account-deleted' | 'refunded' | 'dispute-lost' | 'duplicate',
) {
  await enqueue(tx, endSubscription, { subscriptionId, reason }, { singletonKey: subscriptionId });
}
