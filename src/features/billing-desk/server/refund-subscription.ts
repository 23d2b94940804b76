/** Gives the last payment of a plan back, whole or in part. */
import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { queueSync } from '#features/billing/server/handle-event-job.ts';
import { type Refund, readRefund, refundMarks, refundsOfPayment } from '#features/billing/server/refunds-of-payment.ts';
import { isSample } from '#features/billing/server/sample-subscription.ts';
import { subscriptions } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { objectId } from '#server/stripe/object-id.ts';
import { askStripe, idempotent, stripeClient } from '#server/stripe/stripe-client.ts';
import { isStripeError } from '#server/stripe/stripe-sdk.ts';
import { formatDollars } from '#shared/money.ts';
import { Problem } from '#shared/problem.ts';
import { notePlanRefunds } from './note-plan-refunds.ts';
import { creditedSince } from './pending-acts.ts';
import { knownAct } from './record-act.ts';
import { type MadeGood, requireMadeGood } from './require-made-good.ts';

type Request = Pick<ApiRequest, 'db' | 'env' | 'city' | 'user' | 'now'>;

interface AskedRefund {
  subscriptionId: string;
  /** Id of the act. */
  id: string;
  cents: number | undefined;
  reason: string;
  actorId: string;
  madeGood?: MadeGood | undefined;
}

/**
 * A refund of all that was paid ends the plan, as it does when staff refund at Stripe itself; after a part the
 * plan goes on.
 * @throws Problem 'not_found', 'conflict' (nothing paid, or refunded already), 'invalid' (more than was paid),
 * 'unavailable'
 */
export async function refundSubscription(request: Request, asked: AskedRefund): Promise<{ cents: number }> {
  const { db, env, city } = request;
  const { subscriptionId, id } = asked;
  const plan = await findPlan({ db }, subscriptionId);
  const known = await knownAct(db, { id, kind: 'refund', subject: subscriptionId });
  if (known !== null) return { cents: known.cents ?? 0 };
  await requireMadeGood(db, subscriptionId, asked.madeGood, request);
  // Nothing is held while Stripe is asked. If this call ends here, the event about the refund has it noted all the same.
  const { payment, refunds, cents } = await askStripe(() => giveBack(stripeClient(env), asked));
  await db.transaction(async (tx) => {
    const given = { plan, payment: payment.id, paidCents: payment.cents, paidAt: payment.paidAt, refunds };
    await notePlanRefunds(tx, { city, env }, given);
    await queueSync(tx, { kind: 'subscription', id: subscriptionId });
  });
  return { cents };
}

interface GivenBack {
  payment: Payment;
  /** All of the payment, with this one. */
  refunds: Refund[];
  /** The part that goes back now. */
  cents: number;
}

/** A refund that an earlier try has made, and not noted, is not made again. */
async function giveBack(stripe: Stripe, asked: AskedRefund): Promise<GivenBack> {
  const { subscriptionId, id: act, reason, actorId } = asked;
  const payment = await lastPayment(stripe, subscriptionId);
  if (payment === null) throw nothingLeft();
  const known = await refundsOfPayment(stripe, payment.id);
  const made = known.find((refund) => refund.act === act);
  if (made !== undefined) {
    // A refund by a release that did not send them has neither reason nor person.
    const filled = { ...made, actorId: made.actorId ?? actorId, reason: made.reason ?? reason };
    return { payment, refunds: known.map((refund) => (refund === made ? filled : refund)), cents: made.cents };
  }
  if (payment.leftCents === 0) throw nothingLeft();
  const amount = asked.cents ?? payment.leftCents;
  if (amount > payment.leftCents) {
    const text = `At most ${formatDollars(payment.leftCents)} can be given back`;
    throw new Problem('invalid', text, { fields: { cents: text } });
  }
  const refund = await refundOnce(stripe, { payment: payment.id, amount, marks: { act, actorId, reason } });
  return { payment, refunds: [...known, readRefund(refund)], cents: amount };
}

const nothingLeft = () => new Problem('conflict', 'Nothing has been paid for this, or it was given back already.');

/** @throws Problem 'not_found', also for sample content */
export async function findPlan({ db }: Pick<Request, 'db'>, id: string): Promise<typeof subscriptions.$inferSelect> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, id));
  if (row === undefined || isSample(id)) throw new Problem('not_found', 'There is no such subscription.');
  return row;
}

/** For the form. @throws Problem 'not_found', 'unavailable' */
export async function readLastPayment({ db, env }: Pick<ApiRequest, 'db' | 'env'>, subscriptionId: string) {
  await findPlan({ db }, subscriptionId);
  const payment = await askStripe(() => lastPayment(stripeClient(env), subscriptionId));
  if (payment === null) return { cents: null, leftCents: 0, paidAt: null, creditableCents: 0 };
  const { cents, leftCents, paidAt } = payment;
  const credited = await creditedSince(db, subscriptionId, new Date(paidAt));
  return { cents, leftCents, paidAt, creditableCents: Math.max(0, leftCents - credited) };
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

interface AskedOfStripe {
  payment: string;
  amount: number;
  marks: Parameters<typeof refundMarks>[0];
}

async function refundOnce(stripe: Stripe, { payment, amount, marks }: AskedOfStripe): Promise<Stripe.Refund> {
  try {
    return await stripe.refunds.create(
      { payment_intent: payment, amount, metadata: refundMarks(marks) },
      idempotent('refund', 'act', marks.act),
    );
  } catch (error) {
    // The first sending is still under way, or was about another amount.
    if (isStripeError(error, 'StripeIdempotencyError')) {
      throw new Problem(
        'conflict',
        'This form was sent before, with another amount or reason. Please load the page again.',
      );
    }
    if (!isStripeError(error, 'StripeInvalidRequestError') || !isGone(error)) throw error;
    throw new Problem('conflict', 'This payment was given back or disputed a moment ago. Please look at it again.');
  }
}

/** A colleague was faster, with all of it or with a part that leaves less than is asked for; or the bank was. */
const isGone = ({ code, param }: { code?: string | undefined; param?: string | undefined }) =>
  code === 'charge_already_refunded' || code === 'charge_disputed' || param === 'amount';
