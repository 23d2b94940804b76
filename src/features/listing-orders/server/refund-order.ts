/** Gives the payment of an order back, whole or in parts. */
import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { queueSync } from '#features/billing/server/handle-event-job.ts';
import { type Refund, readRefund, refundMarks, refundsOfPayment } from '#features/billing/server/refunds-of-payment.ts';
import { followPremium } from '#features/premium/server/derive-premium.ts';
import type { Database } from '#server/db/client.ts';
import { listingOrders } from '#server/db/schema/index.ts';
import type { ApiRequest, Services } from '#server/http/serve.ts';
import { askStripe, idempotent, stripeClient } from '#server/stripe/stripe-client.ts';
import { isStripeError } from '#server/stripe/stripe-sdk.ts';
import { formatDollars } from '#shared/money.ts';
import { Problem } from '#shared/problem.ts';
import type { StaffOrder } from '../staff-contract.ts';
import { isNoted, noteRefunds, partOf, sumOf } from './note-refunds.ts';
import { requireSeen, type SeenOrder } from './seen-order.ts';
import { gone, oneOrder } from './staff-orders.ts';
import { dropDoneMail } from './undo-order.ts';

interface AskedRefund {
  orderId: string;
  /** The form's: a second time it gives nothing back. */
  id: string;
  /** undefined: all that is left. */
  cents?: number | undefined;
  reason: string;
  actorId: string;
  /** Undefined: the caller has shown nothing. */
  seen?: SeenOrder | undefined;
}

type Order = typeof listingOrders.$inferSelect;

/**
 * The order ends once nothing of its payment is left; after a part it stays as it is.
 * @throws Problem 'not_found', 'conflict' when there is nothing to give back or the order is not as it was seen, 'invalid' for more than is left,
 * 'unavailable' when Stripe does not answer
 */
export async function refundOrder(
  services: Services & Partial<Pick<ApiRequest, 'user'>>,
  asked: AskedRefund,
): Promise<StaffOrder> {
  const { db, env, now, user = null } = services;
  const { orderId, id, seen } = asked;
  const order = await readOrder(db, orderId);
  if (!(await isNoted(db, orderId, id))) {
    if (seen !== undefined) await requireSeen(db, order, seen, { user, now });
    // Nothing is held while Stripe is asked. If this call ends here, the event about the refund has it noted all the same.
    const refunds = await askStripe(() => giveBack(stripeClient(env), order, asked));
    await db.transaction((tx) => note(tx, services, orderId, refunds));
  }
  return oneOrder(db, orderId);
}

async function readOrder(db: Database, id: string): Promise<Order> {
  const [order] = await db.select().from(listingOrders).where(eq(listingOrders.id, id));
  if (!order) throw new Problem('not_found', gone);
  return order;
}

async function note(tx: Database, services: Services, orderId: string, given: readonly Refund[]): Promise<void> {
  const [order] = await tx.select().from(listingOrders).where(eq(listingOrders.id, orderId)).for('update');
  if (!order) throw new Problem('not_found', gone);
  await noteRefunds(tx, services, order, given);
  // A colleague may have given another part back since Stripe was asked.
  const parts = new Map([...order.refunds, ...given.map(partOf)].map((part) => [part.id, part]));
  const refunds = [...parts.values()].toSorted((a, b) => a.at.localeCompare(b.at));
  const isWhole = sumOf(refunds) >= order.amountCents;
  const at = services.now();
  const ended = isWhole ? { status: 'withdrawn' as const, refundedAt: order.refundedAt ?? at } : {};
  // A sync that asked Stripe earlier must not write after this; the one below sees what it would have told.
  await tx
    .update(listingOrders)
    .set({ ...ended, refunds, syncedAt: at })
    .where(eq(listingOrders.id, orderId));
  if (isWhole) await dropDoneMail(tx, orderId);
  if (isWhole && order.businessId !== null) await followPremium(tx, order.businessId);
  if (order.paymentIntentId === null) return;
  await queueSync(tx, { kind: 'reversal', id: order.paymentIntentId });
}

/** Returns all refunds with this one. One that an earlier try has made, and not noted, is not made again. */
async function giveBack(
  stripe: Stripe,
  { id: orderId, status, paymentIntentId: intent, amountCents }: Order,
  { id: act, cents, reason, actorId }: AskedRefund,
): Promise<Refund[]> {
  if (intent === null) throw nothingLeft();
  const known = await refundsOfPayment(stripe, intent);
  if (known.some((refund) => refund.act === act)) {
    // A refund by a release that did not send them has neither reason nor person.
    const filled = (refund: Refund) => ({
      ...refund,
      actorId: refund.actorId ?? actorId,
      reason: refund.reason ?? reason,
    });
    return known.map((refund) => (refund.act === act ? filled(refund) : refund));
  }
  const left = amountCents - sumOf(known);
  if ((status !== 'paid' && status !== 'handled') || left <= 0) throw nothingLeft();
  const amount = cents ?? left;
  if (amount > left) {
    const text = `At most ${formatDollars(left)} can be given back`;
    throw new Problem('invalid', text, { fields: { cents: text } });
  }
  try {
    const refund = await stripe.refunds.create(
      { payment_intent: intent, amount, metadata: { order_id: orderId, ...refundMarks({ act, actorId, reason }) } },
      idempotent('refund', 'listing', orderId, act),
    );
    return [...known, readRefund(refund)];
  } catch (error) {
    // The first sending is still under way, or came to nothing.
    if (isStripeError(error, 'StripeIdempotencyError')) throw sentBefore();
    const isGone =
      isStripeError(error, 'StripeInvalidRequestError') &&
      (error.code === 'charge_already_refunded' || error.code === 'charge_disputed');
    throw isGone ? nothingLeft() : error;
  }
}

const sentBefore = () =>
  new Problem(
    'conflict',
    'This form was sent before, with another amount or reason. Look at the order, then open it again.',
  );

const nothingLeft = () =>
  new Problem('conflict', 'There is nothing to give back: the money went back already, is disputed, or never came.');
