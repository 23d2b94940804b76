/**
 * Brings an order in line with its payment at Stripe. Events, the payment page and the reconciler all run it.
 */
import { and, eq, isNotNull, lt, or } from 'drizzle-orm';
import type Stripe from 'stripe';
import { giveBackLater, isBanned } from '#features/billing/server/give-back-of-banned.ts';
import { type Refund, refundsOfOrder, refundsOfPayment } from '#features/billing/server/refunds-of-payment.ts';
import type { StripeObject, SyncRun } from '#features/billing/server/stripe-syncs.ts';
import { followPremium } from '#features/premium/server/derive-premium.ts';
import { listingOrders } from '#server/db/schema/index.ts';
import { lendSecrets } from '#server/site-secret.ts';
import { takesAway } from '#server/stripe/dispute-states.ts';
import { idempotent, isMissing } from '#server/stripe/stripe-client.ts';
import { dayMs, hourMs } from '#shared/times.ts';
import { isOfStaff, noteRefunds, partOf, sumOf } from './note-refunds.ts';
import { mailFailedRefundToStaff, mailPaidOrderToStaff, mailReceipt, mailWithdrawalToStaff } from './order-letters.ts';
import { dropDoneMail } from './undo-order.ts';

/** Staff set a listing up within this time (docs/product-rules.md#done-for-you). */
const dueAfterMs = dayMs;
/** An order unpaid for this long is canceled; a browser that comes back begins a new one. */
const abandonedAfterMs = dayMs;

/** After this many declined cards, the payment counts as card testing and is canceled. */
const maxRefusedCards = 8;

type Order = typeof listingOrders.$inferSelect;

interface Money {
  isPaid: boolean;
  isCanceled: boolean;
  /** Nothing of it is left. */
  isRefunded: boolean;
  refunds: Refund[];
  isDisputed: boolean;
  email: string | null;
}

async function readMoney({ stripe }: SyncRun, intent: Stripe.PaymentIntent): Promise<Money> {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const refunds = (charge?.amount_refunded ?? 0) > 0 ? await refundsOfPayment(stripe, intent.id) : [];
  const disputes = charge?.disputed ? (await stripe.disputes.list({ payment_intent: intent.id })).data : [];
  return {
    isPaid: intent.status === 'succeeded',
    isCanceled: intent.status === 'canceled',
    isRefunded: refunds.length > 0 && sumOf(refunds) >= intent.amount,
    refunds,
    isDisputed: disputes.some(({ status }) => takesAway(status)),
    email: intent.receipt_email ?? charge?.billing_details.email ?? null,
  };
}

/** Cancels a payment at which card after card is tried; returns the payment as it is then. */
async function endCardTesting({ stripe, log }: SyncRun, intent: Stripe.PaymentIntent): Promise<Stripe.PaymentIntent> {
  const isOpen = intent.status === 'requires_payment_method' || intent.status === 'requires_action';
  if (!isOpen || intent.latest_charge === null) return intent;
  const { data } = await stripe.charges.list({ payment_intent: intent.id, limit: maxRefusedCards });
  if (data.filter(({ status }) => status === 'failed').length < maxRefusedCards) return intent;
  log.warn({ part: 'stripe', paymentIntent: intent.id }, 'Canceled a payment after many declined cards');
  return stripe.paymentIntents.cancel(
    intent.id,
    { cancellation_reason: 'fraudulent' },
    idempotent('cancel', intent.id),
  );
}

/** The columns as Stripe's answer demands, whatever they were before; a second run changes nothing. */
function settled(order: Order, money: Money, now: Date): Partial<Order> & Pick<Order, 'status'> {
  if (!money.isPaid) return { status: money.isCanceled ? 'canceled' : 'pending' };
  const paidAt = order.paidAt ?? now;
  const isWithdrawn = money.isRefunded || money.isDisputed;
  return {
    status: isWithdrawn ? 'withdrawn' : order.handledAt ? 'handled' : 'paid',
    paidAt,
    dueAt: order.dueAt ?? new Date(paidAt.getTime() + dueAfterMs),
    refundedAt: money.isRefunded ? (order.refundedAt ?? now) : null,
    refunds: money.refunds.map(partOf),
    disputedAt: money.isDisputed ? (order.disputedAt ?? now) : null,
    email: order.email ?? money.email,
  };
}

/** Does nothing when the payment intent does not belong to a listing. */
export async function syncListingOrder(run: SyncRun, paymentIntentId: string): Promise<void> {
  const { db, stripe, log, now } = run;
  const askedAt = now();
  const known = await db.$count(listingOrders, eq(listingOrders.paymentIntentId, paymentIntentId));
  let intent: Stripe.PaymentIntent;
  try {
    intent = await stripe.paymentIntents.retrieve(paymentIntentId, { expand: ['latest_charge'] });
  } catch (error) {
    if (isMissing(error) && known === 0) return;
    throw error;
  }
  const { kind, order_id: orderId } = intent.metadata;
  if (kind !== 'listing' || orderId === undefined) return;
  intent = await endCardTesting(run, intent);
  const money = await readMoney(run, intent);

  await db.transaction(async (tx) => {
    lendSecrets(db, tx);
    const [order] = await tx.select().from(listingOrders).where(eq(listingOrders.id, orderId)).for('update');
    if (!order) {
      log.error({ part: 'stripe', paymentIntent: intent.id }, 'A listing was paid, but its order does not exist');
      return;
    }
    const isOurs = intent.amount === order.amountCents && intent.currency === 'usd';
    const isItsOwn = order.paymentIntentId === null || order.paymentIntentId === intent.id;
    if (!isOurs || !isItsOwn) {
      log.error(
        { part: 'stripe', order: order.id, paymentIntent: intent.id },
        'A payment does not match its order: amount, currency or payment intent differ',
      );
      return;
    }
    // When two syncs run at once, the one that asked Stripe first must not write last.
    if (order.syncedAt !== null && order.syncedAt > askedAt) return;
    const moment = now();
    const next = { ...order, ...settled(order, money, moment), paymentIntentId: intent.id, syncedAt: askedAt };
    const isNewlyPaid = order.paidAt === null && next.paidAt !== null;
    const isNewlyGone = order.status !== 'withdrawn' && next.status === 'withdrawn';
    const isRefused = isNewlyPaid && (await isBanned(tx, order.userId));
    if (isRefused) await giveBackLater(tx, { order: { id: order.id, paymentIntent: intent.id } });
    if (next.paidAt !== null && next.email !== null && next.receiptSentAt === null) {
      if (!isRefused) await mailReceipt(tx, run, next, next.email);
      next.receiptSentAt = moment;
    }
    if (isNewlyPaid && !isRefused) await mailPaidOrderToStaff(tx, run, next);
    await noteRefunds(tx, run, next, money.refunds);
    // Staff know of their own refunds.
    const last = money.refunds.at(-1);
    const isByStaff = !money.isDisputed && last !== undefined && isOfStaff(last);
    if (isNewlyGone) await dropDoneMail(tx, order.id);
    if (isNewlyGone && !isByStaff) await mailWithdrawalToStaff(tx, run, next);
    const cameBack = sumOf(refundsOfOrder(order)) - sumOf(next.refunds);
    if (cameBack > 0) await mailFailedRefundToStaff(tx, run, { order: next, was: order.status, cents: cameBack });
    await tx.update(listingOrders).set(next).where(eq(listingOrders.id, order.id));
    if (order.businessId !== null && order.status !== next.status) await followPremium(tx, order.businessId);
  });
}

/**
 * For the reconciler: lists payments without an event for an hour, and cancels those that nobody will finish.
 */
export async function overdueListingOrders({ db, stripe, now }: SyncRun): Promise<StripeObject[]> {
  const moment = now().getTime();
  const before = (ms: number) => new Date(moment - ms);
  const open = await db
    .select({ id: listingOrders.id, intent: listingOrders.paymentIntentId, createdAt: listingOrders.createdAt })
    .from(listingOrders)
    .where(
      and(
        eq(listingOrders.status, 'pending'),
        lt(listingOrders.createdAt, before(hourMs)),
        or(isNotNull(listingOrders.paymentIntentId), lt(listingOrders.createdAt, before(abandonedAfterMs))),
      ),
    )
    .limit(200);
  for (const { id, intent, createdAt } of open) {
    if (createdAt > before(abandonedAfterMs)) continue;
    if (intent === null) await db.update(listingOrders).set({ status: 'canceled' }).where(eq(listingOrders.id, id));
    // A payment that was made at the last moment cannot be canceled; the sync below sees it.
    else await stripe.paymentIntents.cancel(intent, { cancellation_reason: 'abandoned' }).catch(() => undefined);
  }
  return open.flatMap(({ intent }) => (intent === null ? [] : [{ kind: 'payment_intent' as const, id: intent }]));
}
