/** Gives the last payment of a plan back, whole or in part. */
import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { syncStripeObject } from '#features/billing/server/handle-event-job.ts';
import { isSample } from '#features/billing/server/sample-subscription.ts';
import { subscriptions } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { objectId } from '#server/stripe/object-id.ts';
import { askStripe, idempotent, stripeClient } from '#server/stripe/stripe-client.ts';
import { isStripeError } from '#server/stripe/stripe-sdk.ts';
import { formatDollars } from '#shared/money.ts';
import { Problem } from '#shared/problem.ts';
import { mailRefund } from './act-letters.ts';
import { recordAct, repeatedAct } from './record-act.ts';

type Request = Pick<ApiRequest, 'db' | 'env' | 'city'>;

interface AskedRefund {
  subscriptionId: string;
  /** The act's. */
  id: string;
  cents: number | undefined;
  reason: string;
  actorId: string;
}

/**
 * A refund of all that was paid ends the plan, as it does when staff refund at Stripe itself; after a part the
 * plan goes on.
 * @throws Problem 'not_found', 'conflict' (nothing paid, or refunded already), 'invalid' (more than was paid),
 * 'unavailable'
 */
export async function refundSubscription(
  { db, env, city }: Request,
  { subscriptionId, id, cents, reason, actorId }: AskedRefund,
): Promise<{ cents: number }> {
  const row = await findPlan({ db }, subscriptionId);
  const stripe = stripeClient(env);
  return db.transaction(async (tx) => {
    const known = await repeatedAct(tx, { id, kind: 'refund', subject: subscriptionId });
    if (known !== null) return { cents: known.cents ?? 0 };
    const payment = await askStripe(() => lastPayment(stripe, subscriptionId));
    if (payment === null || payment.leftCents === 0) {
      throw new Problem('conflict', 'Nothing has been paid for this, or it was given back already.');
    }
    const amount = cents ?? payment.leftCents;
    if (amount > payment.leftCents) {
      const text = `At most ${formatDollars(payment.leftCents)} can be given back`;
      throw new Problem('invalid', text, { fields: { cents: text } });
    }
    await askStripe(() => refund(stripe, { payment: payment.id, amount, act: id }));
    const act = { id, kind: 'refund' as const, userId: row.userId, subscriptionId, cents: amount, reason, actorId };
    await recordAct(tx, act, { payment: payment.id });
    const isWhole = amount === payment.leftCents;
    await mailRefund(tx, { row, cents: amount, paidCents: payment.cents, isWhole, reason }, { city, env });
    await enqueue(
      tx,
      syncStripeObject,
      { kind: 'subscription', id: subscriptionId },
      { singletonKey: `subscription:${subscriptionId}` },
    );
    return { cents: amount };
  });
}

/** @throws Problem 'not_found', also for sample content */
export async function findPlan({ db }: Pick<Request, 'db'>, id: string): Promise<typeof subscriptions.$inferSelect> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, id));
  if (row === undefined || isSample(id)) throw new Problem('not_found', 'There is no such subscription.');
  return row;
}

/** For the form. @throws Problem 'not_found', 'unavailable' */
export async function readLastPayment({ db, env }: Request, subscriptionId: string) {
  await findPlan({ db }, subscriptionId);
  const payment = await askStripe(() => lastPayment(stripeClient(env), subscriptionId));
  return { cents: payment?.cents ?? null, leftCents: payment?.leftCents ?? 0, paidAt: payment?.paidAt ?? null };
}

interface Payment {
  id: string;
  cents: number;
  leftCents: number;
  paidAt: string;
}

export async function lastPayment(stripe: Stripe, subscription: string): Promise<Payment | null> {
  const { data } = await stripe.invoices.list({ subscription, status: 'paid', limit: 10, expand: ['data.payments'] });
  const invoice = data.find(({ amount_paid }) => amount_paid > 0);
  const id = objectId(invoice?.payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent);
  if (id === null) return null;
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
  if (charge === null || typeof charge === 'string') return null;
  const { amount, amount_refunded, created } = charge;
  return { id, cents: amount, leftCents: amount - amount_refunded, paidAt: new Date(created * 1000).toISOString() };
}

async function refund(
  stripe: Stripe,
  { payment, amount, act }: { payment: string; amount: number; act: string },
): Promise<void> {
  try {
    await stripe.refunds.create(
      { payment_intent: payment, amount, metadata: { act } },
      idempotent('refund', 'act', act),
    );
  } catch (error) {
    const isGone =
      isStripeError(error, 'StripeInvalidRequestError') &&
      (error.code === 'charge_already_refunded' || error.code === 'charge_disputed');
    if (!isGone) throw error;
    throw new Problem('conflict', 'This payment was given back or disputed a moment ago. Please look at it again.');
  }
}
