import { eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  billedKind,
  type ClaimPlan,
  catalogue,
  claimPlanOf,
  lookupKeys,
  productNames,
} from '#features/billing/catalogue.ts';
import { asKept, firstPaymentBy, owedBy, planEnd } from '#features/billing/plan-end.ts';
import { freshCheckouts } from '#features/billing/server/fresh-checkouts.ts';
import { readLonePremiumAfterClaims } from '#features/billing/server/lone-premium.ts';
import { listPrepaid } from '#features/billing/server/prepaid-premium.ts';
import { isSample } from '#features/billing/server/sample-subscription.ts';
import type { Database } from '#server/db/client.ts';
import { accountDeletions, billingCustomers, businesses, claims, subscriptions } from '#server/db/schema/index.ts';
import type { ApiRequest, SessionUser } from '#server/http/serve.ts';
import { isLive } from '#server/stripe/subscription-states.ts';
import { dayMs } from '#shared/times.ts';
import type { Billing, BillingNotice, BillingPlan, OwnPlan } from '../contract.ts';
import { hasBills, isHoldOfClosed } from './has-bills.ts';
import { readDiscounts } from './read-discounts.ts';
import { readNotes } from './read-notes.ts';
import { listTakenOver } from './taken-over.ts';
import { laterChange, whyNoChange } from './why-no-change.ts';

/** The dashboard shows an ended plan for this long. */
const endedShownMs = 14 * dayMs;

type Person = Pick<SessionUser, 'id' | 'email' | 'emailVerified'>;

export async function readBilling(request: Pick<ApiRequest, 'db' | 'env' | 'now'>, person: Person): Promise<Billing> {
  const { db, env } = request;
  const now = request.now();
  const { id: userId } = person;
  // Read before the subscriptions, so that a payment in between is among both.
  const checkouts = await freshCheckouts(db, userId, now);
  const customers = await db.$count(billingCustomers, eq(billingCustomers.userId, userId));
  const former = alias(claims, 'former');
  const rows = await db
    .select({
      ...{ subscription: subscriptions, business: businesses.name, claim: claims },
      ...{ firstDueAt: former.paidUntil, formerPlan: former.plan },
    })
    .from(subscriptions)
    .leftJoin(claims, eq(claims.subscriptionId, subscriptions.id))
    .leftJoin(former, eq(former.id, claims.succeedsId))
    .leftJoin(businesses, eq(businesses.id, subscriptions.businessId))
    .where(eq(subscriptions.userId, userId))
    .orderBy(subscriptions.createdAt, subscriptions.id);
  const [leaving] = await db.select().from(accountDeletions).where(eq(accountDeletions.userId, userId));
  const isLeaving = leaving !== undefined;
  const paid = rows
    .filter(({ subscription }) => !isSample(subscription.id))
    .map((one) => (isLeaving ? one : { ...one, subscription: asKept(one.subscription) }));
  const real = paid.filter(({ subscription, claim }) => !isHoldOfClosed(subscription, claim?.status ?? null));
  const discounts = await readDiscounts(db, userId);
  const hasUpgrade = real.some(({ subscription: { kind, status } }) => kind === 'owner_premium' && isLive(status));
  const live = real.filter(({ subscription }) => isLive(subscription.status));
  const loneOf = hasUpgrade ? await readLone(db, live, userId) : () => ({});
  return {
    canManage: customers > 0 && paid.length > 0,
    // Without a customer there, the payment service has no bill.
    hasBills: await hasBills(db, person, customers > 0 ? paid : []),
    hasUpgrade,
    hasTax: env.stripe?.collectsTax ?? false,
    claimPremium: real.flatMap((one) => (one.business !== null && isMadePlain(one) ? [one.business] : [])),
    plan: planOf(real.map(({ subscription }) => subscription)),
    plans: live.map((one) => ({
      ...ownPlan(one),
      ...changeOf(one, { all: real, isLeaving }, now),
      percentOff: discounts.get(one.subscription.id) ?? null,
      ...loneOf(one),
    })),
    prepaid: await listPrepaid(db, userId, now),
    deletesAt: leaving?.dueAt.toISOString() ?? null,
    takenOver: await listTakenOver(db, userId),
    notices: real.flatMap(({ subscription, business, claim }) => {
      // The list of plans says it: nothing is left to do about it.
      const notice = claim?.handedOverAt ? null : noticeOf(subscription, claim?.status ?? null, now, hasUpgrade);
      return notice
        ? [{ ...notice, id: subscription.id, business: subscription.kind === 'owner_premium' ? null : business }]
        : [];
    }),
    notes: await readNotes(db, userId, now),
    checkouts,
  };
}

type Row = typeof subscriptions.$inferSelect;

function planOf(rows: readonly Row[]): BillingPlan | null {
  const row = rows.find(({ kind, status }) => kind === 'owner_premium' && status === 'active');
  const interval = intervalOf(row?.priceKey ?? null);
  if (!row?.paidThrough || interval === null || row.endsAt !== null || row.failedAt !== null) return null;
  return {
    interval,
    cents: row.priceCents,
    nextInterval: intervalOf(row.nextPriceKey),
    nextCents: row.nextPriceCents,
    renewsAt: row.paidThrough.toISOString(),
  };
}

/** An upgrade makes this Claim Premium a plain claim at once, as claims/server/simplify-claims.ts does. */
function isMadePlain({ subscription: row, claim }: Pick<Plan, 'subscription' | 'claim'>): boolean {
  if (row.kind !== 'claim_premium' || row.endsAt !== null || row.failedAt !== null || row.suspendedAt !== null) {
    return false;
  }
  if (claim?.handedOverAt) return false;
  if (row.paidThrough !== null) return row.status === 'active';
  return row.status === 'trialing' && (claim?.status === 'in_review' || claim?.status === 'approved');
}

interface Plan {
  subscription: Row;
  business: string | null;
  claim: typeof claims.$inferSelect | null;
  /** The first payment of somebody who goes on with a listing waits until then. */
  firstDueAt: Date | null;
  /** The claim of that former owner. */
  formerPlan: ClaimPlan | null;
}

function ownPlan({
  subscription: row,
  business,
  claim,
  firstDueAt,
  formerPlan,
}: Plan): Omit<OwnPlan, 'next' | 'noChange' | 'isCovered' | 'laterChange' | 'percentOff' | 'lonePremium'> {
  const isGone = Boolean(claim?.handedOverAt);
  const goesOn = row.endsAt === null && row.failedAt === null && !isGone;
  const isOwed = row.endsAt === null && row.failedAt !== null && !isGone;
  const isFirst = row.status === 'trialing';
  const dueAt = isFirst ? firstDueAt : row.paidThrough;
  return {
    isOwed,
    owedBy: isOwed ? (owedBy(row)?.toISOString() ?? null) : null,
    isFirstOwed: isOwed && firstPaymentBy(row) !== null,
    id: row.id,
    kind: row.kind,
    name: productNames[billedKind(row)],
    business: row.kind === 'owner_premium' ? null : business,
    businessId: row.kind === 'owner_premium' ? null : row.businessId,
    cents: row.priceCents,
    interval: intervalOf(row.priceKey),
    renewsAt: (goesOn && dueAt?.toISOString()) || null,
    isUnpaid: row.paidThrough === null,
    premiumFrom:
      (goesOn && isFirst && row.kind === 'claim_premium' && formerPlan !== 'premium' && firstDueAt?.toISOString()) ||
      null,
    // Stripe hears of it a moment later.
    endsAt: (isGone ? (claim?.paidUntil ?? row.endsAt) : planEnd(row))?.toISOString() ?? null,
    handedOverBy: (isGone && claim?.successorId !== claim?.userId && claim?.handedOverBy) || null,
  };
}

/** Asked before a claim is canceled, so not for one that ends already. */
async function readLone(
  db: Database,
  plans: readonly Plan[],
  ownerId: string,
): Promise<(plan: Plan) => Pick<OwnPlan, 'lonePremium'>> {
  const claimed = ({ subscription: { kind, businessId, endsAt } }: Plan) =>
    kind === 'owner_premium' || endsAt !== null ? null : businessId;
  const businessIds = plans.flatMap((plan) => claimed(plan) ?? []);
  const byListing = await readLonePremiumAfterClaims(db, { businessIds, ownerId });
  return (plan) => {
    const lonePremium = byListing.get(claimed(plan) ?? '');
    return lonePremium === undefined ? {} : { lonePremium };
  };
}

/** The change of a claim to the other one: planned, possible, or not. */
function changeOf(
  { subscription: row, claim, firstDueAt }: Plan,
  { all, isLeaving }: { all: readonly Plan[]; isLeaving: boolean },
  now: Date,
): Pick<OwnPlan, 'next' | 'noChange' | 'isCovered' | 'laterChange'> {
  if (row.kind === 'owner_premium') return { next: null, noChange: null, laterChange: null };
  const kind = row.nextPriceKey === null ? null : billedKind({ kind: row.kind, priceKey: row.nextPriceKey });
  const plan = kind && claimPlanOf(kind);
  const plans = all.map(({ subscription }) => subscription);
  const later = laterChange({ row, firstDueAt, plans });
  const no = whyNoChange({ row, claim, firstDueAt, plans, isLeaving }, now);
  return {
    next: kind && plan ? { plan, name: productNames[kind], cents: row.nextPriceCents } : null,
    noChange: no?.reason ?? null,
    ...(no?.isCovered ? { isCovered: true } : {}),
    laterChange: later && {
      coveredUntil: later.coveredUntil.toISOString(),
      from: later.from.toISOString(),
    },
  };
}

function intervalOf(priceKey: string | null): BillingPlan['interval'] | null {
  const key = lookupKeys.find((known) => known === priceKey);
  if (key === undefined) return null;
  return catalogue[key].interval === 'year' ? 'yearly' : 'monthly';
}

function noticeOf(
  row: Row,
  claim: string | null,
  now: Date,
  hasUpgrade: boolean,
): Omit<BillingNotice, 'id' | 'business'> | null {
  const { kind, status, failedAt, endedAt, paidThrough, suspendedAt } = row;
  const goesOn = isLive(status);
  const endsAt = planEnd(row);
  const isFirstOwed = firstPaymentBy(row) !== null;
  const of = { until: null, isFirstOwed };
  if (goesOn && suspendedAt) return { ...of, kind: 'disputed', at: suspendedAt.toISOString() };
  // Nobody has to pay for a plan that was canceled.
  if (goesOn && failedAt && endsAt === null) {
    return { ...of, kind: 'failed', at: failedAt.toISOString(), until: owedBy(row)?.toISOString() ?? null };
  }
  // A claim that is not decided yet has its own words.
  const isHeld = paidThrough !== null || claim === 'approved' || claim === 'ending';
  if (goesOn && endsAt && isHeld) return { ...of, kind: 'ending', at: endsAt.toISOString() };
  const isFresh = endedAt !== null && now.getTime() - endedAt.getTime() < endedShownMs;
  // The end of a claim is shown with the claims. A person who has upgraded again knows.
  if (!isFresh || kind !== 'owner_premium' || paidThrough === null || hasUpgrade) return null;
  return { ...of, kind: 'ended', at: endedAt.toISOString() };
}
