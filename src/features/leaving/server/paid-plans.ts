/** A person's plans that are running or whose paid time is not over. */
import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { billedKind, catalogue, lookupKeys, productNames } from '#features/billing/catalogue.ts';
import { owedBy, planEnd } from '#features/billing/plan-end.ts';
import { customerOf, readCreditBack } from '#features/billing/server/credit.ts';
import { notSample } from '#features/billing/server/sample-subscription.ts';
import { syncRun } from '#features/billing/server/stripe-syncs.ts';
import { readUnused } from '#features/billing/server/unused-time.ts';
import { isOpen } from '#features/claims/claim-states.ts';
import { syncPlan } from '#features/premium/server/grant-premium.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, claims, moneyActs, subscriptions } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { askStripe, stripeClient } from '#server/stripe/stripe-client.ts';
import { isLive, liveStatuses } from '#server/stripe/subscription-states.ts';
import { Problem } from '#shared/problem.ts';
import { dayMs } from '#shared/times.ts';
import type { CashPlan, RunningPlan } from '../contract.ts';

export interface PaidPlan {
  subscription: typeof subscriptions.$inferSelect;
  business: string | null;
  /** The first payment of somebody who goes on with a listing waits until then. */
  firstDueAt: Date | null;
}

/** Leaves out holds, because an undecided claim costs nothing, and paid time that was handed over with its listing. */
export async function listPaidPlans(db: Database, userId: string, now: Date): Promise<PaidPlan[]> {
  const former = alias(claims, 'former');
  const rows = await db
    .select({
      subscription: subscriptions,
      business: businesses.name,
      firstDueAt: former.paidUntil,
      claim: claims.status,
      handedOverAt: claims.handedOverAt,
    })
    .from(subscriptions)
    .leftJoin(businesses, eq(businesses.id, subscriptions.businessId))
    .leftJoin(claims, eq(claims.subscriptionId, subscriptions.id))
    .leftJoin(former, eq(former.id, claims.succeedsId))
    .where(
      and(
        eq(subscriptions.userId, userId),
        notSample,
        or(inArray(subscriptions.status, [...liveStatuses]), gt(subscriptions.paidThrough, now)),
      ),
    )
    .orderBy(subscriptions.paidThrough, subscriptions.kind, subscriptions.id);
  return rows.filter(({ claim, handedOverAt }) => (claim === null || !isOpen(claim)) && handedOverAt === null);
}

/** Reads the plans from Stripe first. @throws Problem 'unavailable' before anything has changed */
export async function listPaidPlansNow(services: Services, userId: string): Promise<PaidPlan[]> {
  const { db, now } = services;
  const known = await listPaidPlans(db, userId, now());
  if (known.length === 0) return [];
  await askStripe(async () => {
    const run = syncRun(services);
    for (const { subscription } of known) await syncPlan(run, subscription.id);
  }).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code !== 'unavailable') throw error;
    throw new Problem(
      'unavailable',
      'The payment service cannot be reached right now. Nothing was deleted, ended or given back; please try again in a minute.',
      { retryAfterSeconds: 30 },
    );
  });
  return listPaidPlans(db, userId, now());
}

/** Plans that were paid in cash or by check, with the part of each that is not used; today counts as unused. */
export async function listCashPlans(db: Database, userId: string, now: Date): Promise<CashPlan[]> {
  const isRunning = and(
    eq(moneyActs.userId, userId),
    eq(moneyActs.kind, 'cash'),
    isNull(moneyActs.endedAt),
    gt(moneyActs.endsAt, now),
  );
  const rows = await db.select().from(moneyActs).where(isRunning).orderBy(moneyActs.endsAt, moneyActs.id);
  const gone = await db
    .select({ planId: moneyActs.planId, cents: moneyActs.cents })
    .from(moneyActs)
    .where(and(eq(moneyActs.userId, userId), inArray(moneyActs.kind, ['cash-back', 'cash-missing'])));
  return rows.flatMap(({ id, receipt, cents, createdAt, endsAt }) => {
    if (endsAt === null) return [];
    // Money that went back, or never came, cannot be given back again.
    const paid = gone.reduce((left, act) => left - (act.planId === id ? (act.cents ?? 0) : 0), cents ?? 0);
    const days = Math.max(1, Math.ceil((endsAt.getTime() - createdAt.getTime()) / dayMs));
    const left = Math.min(days, Math.ceil((endsAt.getTime() - now.getTime()) / dayMs));
    return [
      { id, receipt: receipt ?? id, endsAt: endsAt.toISOString(), unusedCents: Math.floor((paid * left) / days) },
    ];
  });
}

/** The end of the last paid time; null when none is left. */
export function paidUntil(
  plans: readonly PaidPlan[],
  withoutCard: readonly Pick<CashPlan, 'endsAt'>[],
  now: Date,
): Date | null {
  const ends = plans.map(({ subscription }) => subscription.paidThrough?.getTime() ?? 0);
  const last = Math.max(0, ...ends, ...withoutCard.map(({ endsAt }) => Date.parse(endsAt)));
  return last > now.getTime() ? new Date(last) : null;
}

/** @throws Problem 'unavailable' */
export async function refundOf({ env }: Pick<Services, 'env'>, { subscription }: PaidPlan, now: Date): Promise<number> {
  const unused = await askStripe(() => readUnused(stripeClient(env), subscription.id, now));
  return unused.reduce((sum, { cents }) => sum + cents, 0);
}

/** The credit that goes back besides. @param unusedCents the refunds of all plans @throws Problem 'unavailable' */
export async function creditOf(
  { db, env }: Pick<Services, 'db' | 'env'>,
  userId: string,
  unusedCents: number,
): Promise<number> {
  const customer = await customerOf(db, userId);
  return customer === null ? 0 : askStripe(() => readCreditBack(stripeClient(env), customer, unusedCents));
}

/** Holds with and without a cancellation: the payment service hears of a planned deletion a moment later. */
function lastDayOf({ subscription, firstDueAt }: PaidPlan): Date | null {
  const end = isLive(subscription.status) ? (planEnd(subscription) ?? owedBy(subscription)) : null;
  return end ?? subscription.paidThrough ?? firstDueAt;
}

export function describePlan(plan: PaidPlan, refundCents: number | null): RunningPlan {
  const { subscription, business } = plan;
  const { id, kind, priceKey, priceCents, paidThrough, suspendedAt, status, failedAt, endsAt } = subscription;
  const price = lookupKeys.find((key) => key === priceKey);
  const isEnding = endsAt !== null || !isLive(status);
  const isUnpaid = failedAt !== null || paidThrough === null;
  return {
    id,
    name: productNames[billedKind({ kind, priceKey })],
    business: kind === 'owner_premium' ? null : business,
    businessId: kind === 'owner_premium' ? null : subscription.businessId,
    cents: priceCents,
    interval: price ? catalogue[price].interval : null,
    paidThrough: paidThrough?.toISOString() ?? null,
    endsAt: planEnd(subscription)?.toISOString() ?? null,
    lastDay: lastDayOf(plan)?.toISOString() ?? null,
    refundCents,
    state: suspendedAt ? 'disputed' : isEnding ? 'ending' : isUnpaid ? 'unpaid' : 'running',
  };
}
