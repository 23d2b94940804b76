/**
 * Changes between Claim and Claim Premium at the end of the paid period, or at once where the first payment is still to come; nothing is
 * charged or lost before.
 */
import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { requireUser } from '#features/accounts/server/current-user.ts';
import {
  billedKind,
  type ClaimPlan,
  centsOf,
  claimPlanOf,
  claimPriceKey,
  productNames,
} from '#features/billing/catalogue.ts';
import { claimDescription } from '#features/billing/plan-title.ts';
import { readFirstDue } from '#features/billing/server/read-first-due.ts';
import { isSample } from '#features/billing/server/sample-subscription.ts';
import { priceIdOf } from '#features/billing/server/set-up-catalogue.ts';
import { syncRun } from '#features/billing/server/stripe-syncs.ts';
import { freeClaimNote } from '#features/premium/claim-change.ts';
import type { Billing } from '#features/premium/contract.ts';
import { syncPlan } from '#features/premium/server/grant-premium.ts';
import { planPrice } from '#features/premium/server/plan-price.ts';
import { readBilling } from '#features/premium/server/read-billing.ts';
import { whyNoChange } from '#features/premium/server/why-no-change.ts';
import { accountDeletions, businesses, claims, subscriptions } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { askStripe, stripeClient } from '#server/stripe/stripe-client.ts';
import { isLive } from '#server/stripe/subscription-states.ts';
import { formatDollars } from '#shared/money.ts';
import type { Prices } from '#shared/prices.ts';
import { Problem } from '#shared/problem.ts';
import { followClaimPlan } from './follow-claim-plan.ts';
import { simplifiedMarks } from './simplify-claims.ts';

interface Wish {
  /** The subscription. */
  id: string;
  plan: ClaimPlan;
  /** The plan that runs on the page on which the person chose. */
  running?: ClaimPlan | undefined;
  /** The price on the page on which the person chose; undefined when the caller does not say. */
  amountCents?: number | undefined;
}

/**
 * Plans the change, or cancels a planned one when the plan is the one that runs.
 * @throws Problem 'signed_out', 'not_found', 'bad_request' (an old price), 'conflict' (it has changed since, or cannot be changed now), 'unavailable'
 */
export async function changeClaimPlan(wish: Wish, request: ApiRequest): Promise<Billing> {
  const { env, now } = request;
  const person = requireUser(request.user);
  const { row, business, ...found } = await ownClaim(wish.id, request);
  const running = billedKind(row);
  if (wish.running !== undefined && claimPlanOf(running) !== wish.running) {
    throw new Problem('conflict', `It is ${productNames[running]} by now. Please look at your plans again.`);
  }
  const isTakenBack = claimPlanOf(running) === wish.plan;
  const no = isTakenBack ? null : whyNoChange({ row, ...found }, now());
  if (no !== null) throw new Problem('conflict', no.reason);
  if (!isTakenBack) requireSeenClaimPrice(wish, request.city.facts.prices);
  const stripe = stripeClient(env);
  await askStripe(async () => {
    // As for the interval of Premium: a later request needs a new idempotency key, a repeated one must not have one.
    const phase = { id: row.id, turn: row.syncedAt.getTime() };
    if (isTakenBack) await planPrice(stripe, phase, null);
    else {
      const key = claimPriceKey[wish.plan];
      const kind = `claim_${wish.plan}` as const;
      const price = await priceIdOf(stripe, key, centsOf(request.city.facts.prices, key));
      await forgetSimplified(request, row.id);
      const marks = { metadata: { kind }, description: claimDescription(kind, business) };
      if (row.paidThrough === null) await changeNow(stripe, row.id, { price, ...marks });
      else await planPrice(stripe, phase, price, marks);
    }
    const run = syncRun(request);
    await syncPlan(run, row.id);
    await followClaimPlan(run, row.id);
  });
  return readBilling(request, person);
}

/** Nothing was paid yet: the plan is the other one from its beginning. */
async function changeNow(
  stripe: Stripe,
  id: string,
  { price, ...marks }: { price: string; metadata: { kind: string }; description: string },
): Promise<void> {
  const { items, status } = await stripe.subscriptions.retrieve(id);
  const [item] = items.data;
  if (item === undefined) throw new Error(`subscription ${id} has no item`);
  if (status !== 'trialing') {
    throw new Problem('conflict', 'Its first payment is under way. It can be changed in an hour or two.');
  }
  if (item.price.id === price) return;
  await stripe.subscriptions.update(id, { items: [{ id: item.id, price }], proration_behavior: 'none', ...marks });
}

async function ownClaim(id: string, { db, user }: ApiRequest) {
  const { id: userId } = requireUser(user);
  const plans = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  const row = plans.find((plan) => plan.id === id);
  if (row === undefined || isSample(id) || row.kind === 'owner_premium') {
    throw new Problem('not_found', 'There is no such plan of yours.');
  }
  if (!isLive(row.status)) throw new Problem('conflict', 'This plan has ended already. You can begin a new one.');
  const [found] = await db
    .select({ claim: claims, business: businesses.name })
    .from(subscriptions)
    .leftJoin(claims, eq(claims.subscriptionId, subscriptions.id))
    .leftJoin(businesses, eq(businesses.id, subscriptions.businessId))
    .where(eq(subscriptions.id, id));
  const firstDueAt = (await readFirstDue(db, id))?.at ?? null;
  const isLeaving = (await db.$count(accountDeletions, eq(accountDeletions.userId, userId))) > 0;
  return { row, plans, claim: found?.claim ?? null, business: found?.business ?? null, firstDueAt, isLeaving };
}

/** @throws Problem 'bad_request' when the page was opened before the price changed, 'conflict' for a plan that costs nothing */
function requireSeenClaimPrice({ plan, amountCents }: Wish, prices: Prices): void {
  const cents = centsOf(prices, claimPriceKey[plan]);
  if (cents === 0) throw new Problem('conflict', freeClaimNote);
  if (amountCents === undefined || amountCents === cents) return;
  const name = productNames[`claim_${plan}`];
  throw new Problem(
    'bad_request',
    `${name} costs ${formatDollars(cents)} a month now. Please reload the page and choose again.`,
  );
}

/** The marks of an earlier time, in which Premium for all listings had made this claim a plain one, would hide the change. */
async function forgetSimplified({ env }: ApiRequest, id: string): Promise<void> {
  const stripe = stripeClient(env);
  const { metadata } = await stripe.subscriptions.retrieve(id);
  const held = simplifiedMarks.filter((mark) => metadata[mark] !== undefined);
  if (held.length === 0) return;
  await stripe.subscriptions.update(id, { metadata: Object.fromEntries(held.map((mark) => [mark, ''])) });
}
