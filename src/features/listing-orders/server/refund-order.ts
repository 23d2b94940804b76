/** Gives the payment of an order back, whole or in parts. */
import { and, eq, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { type Refund, readRefund, refundsOfPayment } from '#features/billing/server/refunds-of-payment.ts';
import { followPremium } from '#features/premium/server/derive-premium.ts';
import type { Database } from '#server/db/client.ts';
import { auditLog, listingOrders } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { askStripe, idempotent, stripeClient } from '#server/stripe/stripe-client.ts';
import { isStripeError } from '#server/stripe/stripe-sdk.ts';
import { formatDollars } from '#shared/money.ts';
import { Problem } from '#shared/problem.ts';
import type { StaffOrder } from '../staff-contract.ts';
import { mailRefund } from './order-letters.ts';
import { gone, oneOrder } from './staff-orders.ts';
import { partOf } from './sync-order.ts';

const refunded = 'order.refunded';

interface AskedRefund {
  orderId: string;
  /** The form's: a second time it gives nothing back. */
  id: string;
  /** undefined: all that is left. */
  cents?: number | undefined;
  reason: string;
  actorId: string;
}

type Order = typeof listingOrders.$inferSelect;

/**
 * The order ends once nothing of its payment is left; after a part it stays as it is.
 * @throws Problem 'not_found', 'conflict' when there is nothing to give back, 'invalid' for more than is left,
 * 'unavailable' when Stripe does not answer
 */
export async function refundOrder(services: Services, asked: AskedRefund): Promise<StaffOrder> {
  const { orderId, id, reason, actorId } = asked;
  await services.db.transaction(async (tx) => {
    // Held while Stripe is asked: nobody else gives back at the same moment, and Stripe's event waits.
    const [order] = await tx.select().from(listingOrders).where(eq(listingOrders.id, orderId)).for('update');
    if (!order) throw new Problem('not_found', gone);
    if (await isNoted(tx, orderId, id)) return;
    const { before, made } = await askStripe(() => giveBack(stripeClient(services.env), order, asked));
    const refunds = [...before, made].map(partOf);
    const isWhole = refunds.reduce((sum, { cents }) => sum + cents, 0) >= order.amountCents;
    const at = services.now();
    const ended = isWhole ? { status: 'withdrawn' as const, refundedAt: order.refundedAt ?? at } : {};
    // A sync that asked Stripe earlier must not write after this.
    await tx
      .update(listingOrders)
      .set({ ...ended, refunds, syncedAt: at })
      .where(eq(listingOrders.id, orderId));
    if (isWhole && order.businessId !== null) await followPremium(tx, order.businessId);
    const { cents } = made;
    if (order.email) await mailRefund(tx, services, { order, to: order.email, cents, isWhole, reason });
    const data = { cents, reason, act: id };
    await writeAudit(tx, { actorId, action: refunded, subjectType: 'order', subjectId: orderId, data });
  });
  return oneOrder(services.db, orderId);
}

async function isNoted(tx: Database, orderId: string, act: string): Promise<boolean> {
  const { action, subjectId, data } = auditLog;
  const isThis = and(eq(action, refunded), eq(subjectId, orderId), eq(sql`${data}->>'act'`, act));
  return (await tx.$count(auditLog, isThis)) > 0;
}

/** Returns the refund with those before it. One that an earlier try has made, and not noted, is not made again. */
async function giveBack(
  stripe: Stripe,
  { id: orderId, status, paymentIntentId: intent, amountCents }: Order,
  { id: act, cents }: AskedRefund,
): Promise<{ before: Refund[]; made: Refund }> {
  if (intent === null) throw nothingLeft();
  const known = await refundsOfPayment(stripe, intent);
  const made = known.find((refund) => refund.act === act);
  if (made) return { before: known.filter((refund) => refund !== made), made };
  const left = amountCents - known.reduce((sum, refund) => sum + refund.cents, 0);
  if ((status !== 'paid' && status !== 'handled') || left <= 0) throw nothingLeft();
  const amount = cents ?? left;
  if (amount > left) {
    const text = `At most ${formatDollars(left)} can be given back`;
    throw new Problem('invalid', text, { fields: { cents: text } });
  }
  try {
    const refund = await stripe.refunds.create(
      { payment_intent: intent, amount, metadata: { order_id: orderId, act } },
      idempotent('refund', 'listing', orderId, act, amount),
    );
    return { before: known, made: readRefund(refund) };
  } catch (error) {
    const isGone =
      isStripeError(error, 'StripeInvalidRequestError') &&
      (error.code === 'charge_already_refunded' || error.code === 'charge_disputed');
    throw isGone ? nothingLeft() : error;
  }
}

const nothingLeft = () =>
  new Problem('conflict', 'There is nothing to give back: the money went back already, is disputed, or never came.');
