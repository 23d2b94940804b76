/** A credit for a person, and a discount on a running plan: Stripe applies both to what is due next. */
import { and, eq, gte, sum } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { moneyActs, type subscriptions } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { askStripe, idempotent, stripeClient } from '#server/stripe/stripe-client.ts';
import { isLive } from '#server/stripe/subscription-states.ts';
import { formatDollars } from '#shared/money.ts';
import { Problem } from '#shared/problem.ts';
import { mailCredit, mailDiscount } from './act-letters.ts';
import { recordAct, repeatedAct } from './record-act.ts';
import { findPlan, lastPayment } from './refund-subscription.ts';

type Request = Pick<ApiRequest, 'db' | 'env' | 'city' | 'now'>;
type Plan = typeof subscriptions.$inferSelect;

interface Asked {
  subscriptionId: string;
  /** The act's. */
  id: string;
  reason: string;
  actorId: string;
}

/**
 * Credits at most what was paid last and neither given back nor credited since.
 * @throws Problem 'not_found', 'conflict' (over, or nothing paid), 'invalid' (too much), 'unavailable'
 */
export async function creditPerson(
  { db, env, city, now }: Request,
  { subscriptionId, id, cents, reason, actorId }: Asked & { cents: number },
): Promise<{ cents: number }> {
  const { row, customer } = await runningPlan(db, subscriptionId);
  const stripe = stripeClient(env);
  return db.transaction(async (tx) => {
    const known = await repeatedAct(tx, { id, kind: 'credit', subject: subscriptionId });
    if (known !== null) return { cents: known.cents ?? 0 };
    const payment = await askStripe(() => lastPayment(stripe, subscriptionId));
    if (payment === null) throw new Problem('conflict', 'Nothing has been paid for this yet.');
    const left = payment.leftCents - (await creditedSince(tx, subscriptionId, new Date(payment.paidAt)));
    if (cents > left) {
      const text = `At most ${formatDollars(Math.max(0, left))} of the last payment can be credited`;
      throw new Problem('invalid', text, { fields: { cents: text } });
    }
    await askStripe(() =>
      stripe.customers.createBalanceTransaction(
        customer,
        // The minus makes it the customer's.
        { amount: -cents, currency: 'usd', description: `Credit from ${city.facts.name}`, metadata: { act: id } },
        idempotent('credit', 'act', id),
      ),
    );
    const act = { id, kind: 'credit' as const, userId: row.userId, subscriptionId, cents, reason, actorId };
    await mailCredit(tx, row, await recordAct(tx, { ...act, createdAt: now() }), { city, env });
    return { cents };
  });
}

async function creditedSince(tx: Database, subscriptionId: string, since: Date): Promise<number> {
  const isCredit = and(
    eq(moneyActs.subscriptionId, subscriptionId),
    eq(moneyActs.kind, 'credit'),
    gte(moneyActs.createdAt, since),
  );
  const [row] = await tx
    .select({ cents: sum(moneyActs.cents).mapWith(Number) })
    .from(moneyActs)
    .where(isCredit);
  return row?.cents ?? 0;
}

/**
 * A plan has one discount at a time: a new one takes the place of the former.
 * @throws Problem 'not_found', 'conflict' (over, or nothing paid), 'invalid' (it would end before the next
 * payment), 'unavailable'
 */
export async function discountPlan(
  { db, env, city, now }: Request,
  { subscriptionId, id, percentOff, months, reason, actorId }: Asked & { percentOff: number; months: number | null },
): Promise<{ percentOff: number }> {
  const { row } = await runningPlan(db, subscriptionId);
  checkReach(row, months, now());
  const stripe = stripeClient(env);
  return db.transaction(async (tx) => {
    const known = await repeatedAct(tx, { id, kind: 'discount', subject: subscriptionId });
    if (known !== null) return { percentOff: known.percentOff ?? 0 };
    await askStripe(async () => {
      const coupon = await stripe.coupons.create(
        {
          percent_off: percentOff,
          max_redemptions: 1,
          name: `${percentOff}% off`,
          metadata: { act: id },
          ...(months === null ? { duration: 'forever' } : { duration: 'repeating', duration_in_months: months }),
        },
        idempotent('coupon', 'act', id),
      );
      await stripe.subscriptions.update(
        subscriptionId,
        { discounts: [{ coupon: coupon.id }] },
        idempotent('discount', 'act', id),
      );
    });
    const { userId } = row;
    const act = { id, kind: 'discount' as const, userId, subscriptionId, percentOff, months, reason, actorId };
    const written = await recordAct(tx, { ...act, createdAt: now() }, { percentOff, months });
    await mailDiscount(tx, row, written, { city, env });
    return { percentOff };
  });
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
