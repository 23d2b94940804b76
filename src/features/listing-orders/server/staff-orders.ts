import { and, desc, eq, inArray, isNotNull, lt, type SQL } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { syncRun } from '#features/billing/server/stripe-syncs.ts';
import type { Database } from '#server/db/client.ts';
import { auditLog, listingOrders, users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { askStripe, idempotent } from '#server/stripe/stripe-client.ts';
import { Problem } from '#shared/problem.ts';
import type { StaffOrder } from '../staff-contract.ts';
import { mailOrderDone, mailRefund } from './order-letters.ts';
import { syncListingOrder } from './sync-order.ts';

const refunded = 'order.refunded';
const gone = 'This order is not there any more.';

/** Newest first. */
export async function readOrders(db: Database, where: SQL | undefined, limit: number): Promise<StaffOrder[]> {
  const rows = await db
    .select({ order: listingOrders, handledBy: users.username })
    .from(listingOrders)
    .leftJoin(users, eq(users.id, listingOrders.handledById))
    .where(where)
    .orderBy(desc(listingOrders.id))
    .limit(limit);
  return rows.map(({ order, handledBy }) => ({
    ...order,
    paidAt: order.paidAt?.toISOString() ?? null,
    handledAt: order.handledAt?.toISOString() ?? null,
    refundedAt: order.refundedAt?.toISOString() ?? null,
    disputedAt: order.disputedAt?.toISOString() ?? null,
    note: order.staffNote,
    handledBy,
  }));
}

const statusOf = { open: 'paid', done: 'handled', withdrawn: 'withdrawn' } as const;

/** Newest first. */
export function listOrders(
  db: Database,
  { state, cursor, limit }: { state: keyof typeof statusOf; cursor: string | undefined; limit: number },
): Promise<StaffOrder[]> {
  const { id, status } = listingOrders;
  return readOrders(db, and(eq(status, statusOf[state]), cursor ? lt(id, cursor) : undefined), limit);
}

async function oneOrder(db: Database, id: string): Promise<StaffOrder> {
  const [order] = await readOrders(db, eq(listingOrders.id, id), 1);
  if (!order) throw new Problem('not_found', gone);
  return order;
}

/** @throws Problem 'not_found', or 'conflict' when it is done already or was refunded */
export async function markDone(
  services: Services,
  { id, note, actorId }: { id: string; note: string; actorId: string },
): Promise<StaffOrder> {
  const { db, now } = services;
  await db.transaction(async (tx) => {
    const [order] = await tx.select().from(listingOrders).where(eq(listingOrders.id, id)).for('update');
    if (!order) throw new Problem('not_found', gone);
    if (order.status !== 'paid') throw new Problem('conflict', 'This order does not wait for anybody any more.');
    await tx
      .update(listingOrders)
      .set({ status: 'handled', handledAt: now(), handledById: actorId, staffNote: note })
      .where(eq(listingOrders.id, id));
    if (order.email) await mailOrderDone(tx, services, order, order.email);
    await writeAudit(tx, { actorId, action: 'order.done', subjectType: 'order', subjectId: id, data: { note } });
  });
  return oneOrder(db, id);
}

/**
 * Refunds an order, with one idempotency key at Stripe, so that two staff who press at once refund once.
 * @throws Problem 'not_found', 'conflict' when there is nothing to refund, 'unavailable' when Stripe does not
 * answer
 */
export async function refund(
  services: Services,
  { id, reason, actorId }: { id: string; reason: string; actorId: string },
): Promise<StaffOrder> {
  const { db } = services;
  const run = syncRun(services);
  const isRefundable = and(
    eq(listingOrders.id, id),
    inArray(listingOrders.status, ['paid', 'handled']),
    isNotNull(listingOrders.paymentIntentId),
  );
  const [order] = await db.select().from(listingOrders).where(isRefundable);
  const intent = order?.paymentIntentId;
  if (!order || !intent) {
    await oneOrder(db, id);
    throw new Problem('conflict', 'There is nothing to give back: the money went back already, or never came.');
  }
  await askStripe(() =>
    run.stripe.refunds.create(
      { payment_intent: intent, metadata: { order_id: id } },
      idempotent('refund', 'listing', id),
    ),
  );
  const isFirst = await db.transaction(async (tx) => {
    const [held] = await tx.select().from(listingOrders).where(eq(listingOrders.id, id)).for('update');
    // Not by its state: Stripe's event may have arrived first.
    const isNoted = and(eq(auditLog.action, refunded), eq(auditLog.subjectId, id));
    if (!held || (await tx.$count(auditLog, isNoted)) > 0) return false;
    const refundedAt = held.refundedAt ?? services.now();
    await tx.update(listingOrders).set({ status: 'withdrawn', refundedAt }).where(eq(listingOrders.id, id));
    if (held.email) await mailRefund(tx, services, { order: held, to: held.email, reason });
    await writeAudit(tx, { actorId, action: refunded, subjectType: 'order', subjectId: id, data: { reason } });
    return true;
  });
  if (!isFirst) throw new Problem('conflict', 'Somebody else gave this payment back before you.');
  await askStripe(() => syncListingOrder(run, intent));
  return oneOrder(db, id);
}
