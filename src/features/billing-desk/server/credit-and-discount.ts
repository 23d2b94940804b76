/** A credit for a person, and a discount on a running plan or its end: Stripe applies each to what is due next. */
import { wasFirst } from '#features/audit/server/last-actor.ts';
import { discountTitle } from '#features/billing/held-discount.ts';
import { discountOfPlan } from '#features/billing/server/discount-of-plan.ts';
import type { Database } from '#server/db/client.ts';
import type { subscriptions } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { askStripe, stripeClient } from '#server/stripe/stripe-client.ts';
import { isLive } from '#server/stripe/subscription-states.ts';
import { formatDollars } from '#shared/money.ts';
import { Problem } from '#shared/problem.ts';
import { beginAct, carryOut, creditedSince, requireNoDiscountUnderWay, takeRefusal } from './pending-acts.ts';
import { findPlan, lastPayment } from './refund-subscription.ts';
import { type MadeGood, requireMadeGood } from './require-made-good.ts';

type Request = Pick<ApiRequest, 'db' | 'env' | 'city' | 'now' | 'user'>;
type Plan = typeof subscriptions.$inferSelect;

interface Asked {
  subscriptionId: string;
  /** Id of the act. */
  id: string;
  reason: string;
  actorId: string;
}

/**
 * Credits at most what was paid last and neither given back nor credited since.
 * @throws Problem 'not_found', 'conflict' (over, nothing paid, or Stripe refuses), 'invalid' (too much), 'unavailable'
 */
export async function creditPerson(
  request: Request,
  { subscriptionId, id, cents, reason, actorId, madeGood }: Asked & { cents: number; madeGood?: MadeGood | undefined },
): Promise<{ cents: number; isUnderWay: boolean }> {
  const { db, env } = request;
  const { row, customer } = await runningPlan(db, subscriptionId);
  const payment = await askStripe(() => lastPayment(stripeClient(env), subscriptionId));
  const act = { id, kind: 'credit' as const, userId: row.userId, subscriptionId, customerId: customer, cents };
  const known = await beginAct(request, { ...act, reason, actorId }, async (tx) => {
    if (payment === null) throw new Problem('conflict', 'Nothing has been paid for this yet.');
    await requireMadeGood(tx, subscriptionId, madeGood, request);
    const left = payment.leftCents - (await creditedSince(tx, subscriptionId, new Date(payment.paidAt)));
    if (cents <= left) return;
    const text = `At most ${formatDollars(Math.max(0, left))} of the last payment can be credited`;
    throw new Problem('invalid', text, { fields: { cents: text } });
  });
  if (known !== null) return { cents: known.cents ?? 0, isUnderWay: false };
  return { cents, isUnderWay: await isLeftUnderWay(request, id) };
}

/**
 * A plan has one discount at a time: a new one takes the place of the former.
 * @throws Problem 'not_found', 'conflict' (over, nothing paid, another one under way, or Stripe refuses), 'invalid' (it would end before
 * the next payment)
 */
export async function discountPlan(
  request: Request,
  { subscriptionId, id, percentOff, months, reason, actorId, was }: AskedDiscount,
): Promise<{ percentOff: number; isUnderWay: boolean }> {
  const { row, customer } = await runningPlan(request.db, subscriptionId);
  checkReach(row, months, request.now());
  // Without keys this throws before anything is written.
  stripeClient(request.env);
  const plan = { userId: row.userId, subscriptionId, customerId: customer };
  const act = { id, kind: 'discount' as const, ...plan, percentOff, months, reason, actorId };
  const known = await beginAct(request, act, async (tx) => {
    await requireNoDiscountUnderWay(tx, subscriptionId);
    if (was !== undefined) await requireSeen(tx, row, was, request);
  });
  if (known !== null) return { percentOff: known.percentOff ?? 0, isUnderWay: false };
  return { percentOff, isUnderWay: await isLeftUnderWay(request, id) };
}

interface AskedDiscount extends Asked {
  percentOff: number;
  months: number | null;
  /** The discount that was seen on the plan; undefined: whatever it has is replaced. */
  was?: { percentOff: number; months: number | null } | null | undefined;
}

/** @throws Problem 'conflict' when the plan has another discount than the one that was seen */
async function requireSeen(
  tx: Database,
  { id, paidThrough, syncedAt }: Plan,
  was: AskedDiscount['was'],
  request: Request,
) {
  const held = await discountOfPlan(tx, id, paidThrough ?? syncedAt);
  if (held?.percentOff === was?.percentOff && held?.months === was?.months) return;
  const acts = { subjectType: 'subscription', subjectId: id };
  const actions = ['billing.discounted', 'billing.discount-ended'];
  const deed = held === null ? 'ended the discount of this plan' : `gave this plan ${discountTitle(held)}`;
  const first = await wasFirst(tx, { ...acts, actions }, deed, request);
  throw new Problem('conflict', `${first.message} Look at it again: yours would take its place.`);
}

/**
 * From the next payment on the full price counts; a payment that is owed stays as it was billed.
 * @throws Problem 'not_found', 'conflict' (over, no discount, another act under way, or Stripe refuses)
 */
export async function endDiscount(
  request: Request,
  { subscriptionId, id, reason, actorId }: Asked,
): Promise<{ isUnderWay: boolean }> {
  const { row, customer } = await runningPlan(request.db, subscriptionId);
  stripeClient(request.env);
  const dueAt = row.paidThrough ?? request.now();
  const held = await discountOfPlan(request.db, subscriptionId, dueAt);
  const plan = { userId: row.userId, subscriptionId, customerId: customer };
  const act = { id, kind: 'discount-end' as const, ...plan, ...held, reason, actorId };
  const known = await beginAct(request, act, async (tx) => {
    await requireNoDiscountUnderWay(tx, subscriptionId);
    const stillHeld = await discountOfPlan(tx, subscriptionId, dueAt);
    if (stillHeld === null) throw new Problem('conflict', 'This plan has no discount any more.');
    if (stillHeld.percentOff === held?.percentOff && stillHeld.months === held.months) return;
    throw new Problem('conflict', 'This plan has just got another discount. Please look at it again.');
  });
  if (known !== null) return { isUnderWay: false };
  return { isUnderWay: await isLeftUnderWay(request, id) };
}

/** @throws Problem 'conflict' when Stripe refuses it for good */
async function isLeftUnderWay(request: Request, id: string): Promise<boolean> {
  const outcome = await carryOut(request, id);
  if (outcome === 'refused') throw await takeRefusal(request.db, id);
  return outcome === 'under-way';
}

/** A yearly plan may be paid for after the months of a discount: then it would take nothing off. */
function checkReach({ paidThrough }: Plan, months: number | null, now: Date): void {
  if (months === null || paidThrough === null) return;
  const end = new Date(now);
  end.setUTCMonth(end.getUTCMonth() + months);
  if (end >= paidThrough) return;
  const text = 'The next payment is due after these months. Please choose more, or leave them out';
  throw new Problem('invalid', text, { fields: { months: text } });
}

/** A plan that is paid for and goes on; nothing is due of any other. */
async function runningPlan(db: Database, id: string): Promise<{ row: Plan; customer: string }> {
  const row = await findPlan({ db }, id);
  const isPaid = isLive(row.status) && row.status !== 'trialing' && row.customerId !== null;
  if (!isPaid || row.customerId === null) {
    throw new Problem('conflict', 'This plan is over, or nothing has been paid for it yet.');
  }
  if (row.endsAt !== null) throw new Problem('conflict', 'This plan is ending, so nothing more is due.');
  return { row, customer: row.customerId };
}
