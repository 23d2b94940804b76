import { and, eq } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { justKept, owedBy, planEnd } from '#features/billing/plan-end.ts';
import { setEndAtPeriod } from '#features/billing/server/end-at-period.ts';
import { cancelNow } from '#features/billing/server/end-subscription.ts';
import { isSample } from '#features/billing/server/sample-subscription.ts';
import { setCollecting } from '#features/billing/server/stop-collecting.ts';
import { type SyncRun, syncRun } from '#features/billing/server/stripe-syncs.ts';
import { accountDeletions, claims, subscriptions } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { askStripe, stripeClient } from '#server/stripe/stripe-client.ts';
import { isLive } from '#server/stripe/subscription-states.ts';
import { Problem } from '#shared/problem.ts';
import type { Billing } from '../contract.ts';
import { syncPlan } from './grant-premium.ts';
import { readBilling } from './read-billing.ts';

type Plan = typeof subscriptions.$inferSelect;

/**
 * The state of an own plan.
 * @throws Problem 'signed_out', 'not_found', 'conflict' (it has ended, or its listing was handed over)
 */
async function ownLivePlan(id: string, { db, user }: ApiRequest) {
  const { id: userId } = requireUser(user);
  const isOwn = and(eq(subscriptions.id, id), eq(subscriptions.userId, userId));
  const [found] = await db
    .select({ row: subscriptions, claim: claims })
    .from(subscriptions)
    .leftJoin(claims, eq(claims.subscriptionId, subscriptions.id))
    .where(isOwn);
  if (found === undefined || isSample(id)) throw new Problem('not_found', 'There is no such plan of yours.');
  const { row, claim } = found;
  if (!isLive(row.status)) throw new Problem('conflict', 'This plan has ended already. You can begin a new one.');
  if (claim?.handedOverAt) {
    const isBack = claim.successorId === userId;
    throw new Problem(
      'conflict',
      isBack
        ? 'The listing has just come back to you, and the payment service does not know that yet. Please try again in a minute.'
        : 'Its listing was handed over. The plan ends by itself and is not renewed.',
    );
  }
  const isOwed = owedBy(row) !== null;
  // The time before the first payment was paid by the listing's former owner.
  const isBeforeFirst = Boolean(claim?.succeedsId) && row.status === 'trialing';
  return { ...row, userId, isOwed, isBeforeFirst };
}

/**
 * Takes back the cancellation of an own plan; a plan that is not ending stays as it is.
 * @throws Problem 'signed_out', 'not_found', 'conflict' (it has ended), 'unavailable'
 */
export async function keepPlan(id: string, request: ApiRequest): Promise<Billing> {
  const { db, env } = request;
  const plan = await ownLivePlan(id, request);
  const { userId } = plan;
  if ((await db.$count(accountDeletions, eq(accountDeletions.userId, userId))) > 0) {
    throw new Problem('conflict', 'Your account will be deleted when this plan ends. Keep your account first.');
  }
  // Without keys this throws before anything is asked.
  stripeClient(env);
  await askStripe(() => goOnAtStripe(syncRun(request), plan));
  return readBilling(request, requireUser(request.user));
}

/**
 * Ends an own plan with its paid time, or one whose last payment failed with the days that it had to pay, and the card is tried no
 * more; a plan that ends already stays as it is.
 * @throws Problem 'signed_out', 'not_found', 'conflict' (it has ended, or no paid time runs), 'unavailable'
 */
export async function cancelPlan(id: string, request: ApiRequest): Promise<Billing> {
  const { endsAt, keptAt, paidThrough, isBeforeFirst, isOwed } = await ownLivePlan(id, request);
  if (endsAt !== null && keptAt !== null) throw new Problem('conflict', justKept);
  if (endsAt === null && !isBeforeFirst && !isOwed && paidThrough === null) {
    throw new Problem('conflict', 'Nothing is paid for this plan now. Manage billing has the way to end it at once.');
  }
  if (endsAt === null) {
    stripeClient(request.env);
    await askStripe(() => endAtStripe(syncRun(request), { id }));
  }
  return readBilling(request, requireUser(request.user));
}

/** Takes the cancellation of a plan back. */
export async function goOnAtStripe(
  run: SyncRun,
  plan: Pick<Plan, 'id' | 'kind' | 'paidThrough' | 'failedAt'>,
): Promise<void> {
  const { stripe } = run;
  const { id } = plan;
  const { cancel_at, cancel_at_period_end } = await stripe.subscriptions.retrieve(id);
  // The payment service's own page notes an end as a date alone.
  if (cancel_at_period_end) await stripe.subscriptions.update(id, { cancel_at_period_end: false });
  else if (cancel_at !== null) await stripe.subscriptions.update(id, { cancel_at: '' });
  // The attempts ended with the cancellation.
  if (owedBy(plan) !== null) await setCollecting(stripe, id, true);
  await syncPlan(run, id);
}

/** Ends a plan with its paid time, or with the days that there are for a payment that is owed. */
export async function endAtStripe(run: SyncRun, { id }: Pick<Plan, 'id'>): Promise<void> {
  const { stripe, db, now } = run;
  await setEndAtPeriod(stripe, id, true);
  await syncPlan(run, id);
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, id));
  const end = row?.failedAt && row.paidThrough ? planEnd(row) : null;
  // The days that there were to pay are over.
  if (end === null || end > now()) return;
  await cancelNow(stripe, id);
  await syncPlan(run, id);
}
