import { and, desc, eq, inArray, isNotNull, not, or, type SQL } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { catalogue, lookupKeys } from '#features/billing/catalogue.ts';
import { refundPayment } from '#features/billing/server/end-subscription.ts';
import { syncStripeObject } from '#features/billing/server/handle-event-job.ts';
import { isSample } from '#features/billing/server/sample-subscription.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, subscriptions, users } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { objectId } from '#server/stripe/object-id.ts';
import { askStripe, stripeClient } from '#server/stripe/stripe-client.ts';
import { liveStatuses } from '#server/stripe/subscription-states.ts';
import { Problem } from '#shared/problem.ts';
import type { StaffSubscription, subscriptionStates } from '../staff-contract.ts';

const maxRows = 200;

function inState(state: (typeof subscriptionStates)[number]): SQL | undefined {
  const isLive = inArray(subscriptions.status, [...liveStatuses]);
  if (state === 'over') return not(isLive);
  const isInTrouble = or(isNotNull(subscriptions.failedAt), isNotNull(subscriptions.suspendedAt));
  return state === 'trouble' ? and(isLive, isInTrouble) : isLive;
}

export async function listSubscriptions(
  db: Database,
  state: (typeof subscriptionStates)[number],
): Promise<StaffSubscription[]> {
  const rows = await db
    .select({
      row: subscriptions,
      person: { id: users.id, username: users.username, email: users.email },
      business: { id: businesses.id, name: businesses.name },
    })
    .from(subscriptions)
    .leftJoin(users, eq(users.id, subscriptions.userId))
    .leftJoin(businesses, eq(businesses.id, subscriptions.businessId))
    .where(inState(state))
    .orderBy(desc(subscriptions.createdAt), subscriptions.id)
    .limit(maxRows);
  return rows.map(({ row, person, business }) => {
    const key = lookupKeys.find((known) => known === row.priceKey);
    return {
      id: row.id,
      kind: row.kind,
      status: row.status,
      person,
      business,
      cents: key ? catalogue[key].cents : null,
      interval: key ? catalogue[key].interval : null,
      paidThrough: row.paidThrough?.toISOString() ?? null,
      endsAt: row.endsAt?.toISOString() ?? null,
      failedAt: row.failedAt?.toISOString() ?? null,
      isDisputed: row.suspendedAt !== null,
      isSample: isSample(row.id),
    };
  });
}

type Request = Pick<ApiRequest, 'db' | 'env'>;

/**
 * Refunds the last payment. The refund ends the plan, as it does when staff refund at Stripe itself.
 * @throws Problem 'not_found', 'conflict' (nothing paid, or refunded already), 'unavailable'
 */
export async function refundSubscription(
  { db, env }: Request,
  { id, reason, actorId }: { id: string; reason: string; actorId: string },
): Promise<{ cents: number }> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, id));
  if (row === undefined || isSample(id)) throw new Problem('not_found', 'There is no such subscription.');
  const stripe = stripeClient(env);
  const payment = await askStripe(() => lastPayment(stripe, id));
  if (payment === null) throw new Problem('conflict', 'Nothing has been paid for this, or it was given back already.');
  await db.transaction(async (tx) => {
    await writeAudit(tx, {
      actorId,
      action: 'billing.refunded',
      subjectType: 'subscription',
      subjectId: id,
      data: { cents: payment.cents, reason, payment: payment.id },
    });
    await askStripe(() => refundPayment(stripe, payment.id));
    await enqueue(tx, syncStripeObject, { kind: 'subscription', id }, { singletonKey: `subscription:${id}` });
  });
  return { cents: payment.cents };
}

async function lastPayment(
  stripe: ReturnType<typeof stripeClient>,
  subscription: string,
): Promise<{ id: string; cents: number } | null> {
  const { data } = await stripe.invoices.list({ subscription, status: 'paid', limit: 10, expand: ['data.payments'] });
  const invoice = data.find(({ amount_paid }) => amount_paid > 0);
  const intent = invoice?.payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent;
  const id = objectId(intent);
  if (invoice === undefined || id === null) return null;
  const refunds = await stripe.refunds.list({ payment_intent: id, limit: 1 });
  return refunds.data.length > 0 ? null : { id, cents: invoice.amount_paid };
}
