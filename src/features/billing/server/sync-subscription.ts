/**
 * Makes the row of a subscription agree with Stripe, whether a claim or an upgrade began it. Sends the letters that follow
 * from the row, and ends a plan that may not go on. src/app/wiring/stripe-sync-order.ts lists what other features do next.
 */
import { and, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { billingCustomers, businesses, claims, subscriptions } from '#server/db/schema/index.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { takesAway } from '#server/stripe/dispute-states.ts';
import { isLive, liveStatuses } from '#server/stripe/subscription-states.ts';
import { dayMs } from '#shared/times.ts';
import { graceDays, owedBy, planEnd } from '../plan-end.ts';
import { endSubscription } from './end-subscription.ts';
import { readSubscription, type SubscriptionTruth, subscriptionOfPayment } from './read-subscription.ts';
import { isSample, notSample } from './sample-subscription.ts';
import { stopCollecting } from './stop-collecting.ts';
import type { StripeObject, Sync, SyncRun } from './stripe-syncs.ts';
import { writeSubscriptionLetters } from './subscription-letters.ts';

type Row = typeof subscriptions.$inferSelect;

/** Safe to repeat and to run in any order: the row gets the state that Stripe has now. */
export const syncSubscription: Sync = (run, id) => converge(run, id, null);

/** The same after a payment of the subscription was refunded or disputed. */
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
    // Two upgrades of one person wait for each other here, so that the second sees the row of the first.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`plans of ${userId}`}))`);
    const row = await writeRow(tx, known, truth, userId, now());
    await endWhatMayNotGoOn(tx, row, truth, now());
    // On the dashboard, with the account, or at Stripe: the attempts ended with the cancellation.
    if (known?.endsAt && row.endsAt === null && isLive(row.status) && owedBy(row) !== null) {
      await enqueue(tx, stopCollecting, { subscriptionId: row.id }, { singletonKey: row.id });
    }
    if (userId !== null) await writeSubscriptionLetters(tx, { known, row, truth }, run);
  });
}

async function writeRow(
  tx: Database,
  known: Row | undefined,
  truth: SubscriptionTruth,
  userId: string | null,
  now: Date,
): Promise<Row> {
  const {
    id,
    kind,
    businessId,
    claimId,
    createdAt,
    isRefunded: _,
    lastPaid: _paid,
    hadFreeTime: _free,
    owedCents: _owed,
    isSimplified,
    ...state
  } = truth;
  const isSuspended = truth.disputeStatus !== null && takesAway(truth.disputeStatus);
  const set = {
    ...state,
    userId,
    keptAt: truth.endsAt === null ? null : (known?.keptAt ?? null),
    suspendedAt: isSuspended ? (known?.suspendedAt ?? now) : null,
    syncedAt: now,
  };
  if (known) {
    // A claim that was made a plain one becomes it with its credit and its letter (claims/server/simplify-claims.ts).
    const isNotedLater = isSimplified && kind === 'claim_standard';
    // Its business and claim stay as we have them: the listing may have been merged into another.
    const [row] = await tx
      .update(subscriptions)
      .set({ ...set, kind: isNotedLater ? known.kind : kind })
      .where(eq(subscriptions.id, id))
      .returning();
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

async function endWhatMayNotGoOn(tx: Database, row: Row, truth: SubscriptionTruth, now: Date): Promise<void> {
  if (!isLive(row.status)) return;
  if (row.userId === null) return end(tx, row.id, 'account-deleted');
  if (truth.isRefunded) return end(tx, row.id, 'refunded');
  if (row.disputeStatus === 'lost') return end(tx, row.id, 'dispute-lost');
  if (row.endsAt !== null && owedBy(row) !== null) {
    // Stripe's own end is that of a period for which nothing was paid.
    if (row.paidThrough !== null && (planEnd(row) ?? now) <= now) return end(tx, row.id, 'canceled');
    if (row.nextAttemptAt !== null) {
      await enqueue(tx, stopCollecting, { subscriptionId: row.id }, { singletonKey: row.id });
    }
  }
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
  reason: 'account-deleted' | 'refunded' | 'dispute-lost' | 'duplicate' | 'canceled',
) {
  await enqueue(tx, endSubscription, { subscriptionId, reason }, { singletonKey: subscriptionId });
}

/** Lists subscriptions that no event has named for a day, and canceled ones that are over without a payment; the reconciler syncs them. */
export async function overdueSubscriptions({ db, now }: SyncRun): Promise<StripeObject[]> {
  const isOld = lt(subscriptions.syncedAt, new Date(now().getTime() - dayMs));
  const isUnpaid = and(
    isNotNull(subscriptions.endsAt),
    isNotNull(subscriptions.failedAt),
    lt(subscriptions.paidThrough, new Date(now().getTime() - graceDays * dayMs)),
  );
  const rows = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(or(isOld, isUnpaid), isNull(subscriptions.endedAt), notSample));
  return rows.map(({ id }) => ({ kind: 'subscription', id }));
}
