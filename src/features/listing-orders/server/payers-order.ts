import { eq, type SQL } from 'drizzle-orm';
import { listingOrders } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { askStripe, stripeClient } from '#server/stripe/stripe-client.ts';
import { dayMs } from '#shared/times.ts';
import { readOrderCookie, setOrderCookie } from './order-cookie.ts';
import { lastPaidOrder } from './own-orders.ts';

/**
 * The order of this browser. Who pays and goes back to the payment page begins another one there, and may come forward again
 * without a card: the paid one counts until a card was tried for the other.
 */
export async function browserOrder(request: ApiRequest): Promise<string | undefined> {
  return (await triedOrder(request)) ?? (await readOrderCookie(request)).current;
}

/**
 * The order about to be paid. Pages that are opened at once begin an order each, and the cookie names one of them: the order whose
 * page is filled in takes its place, so that what follows is about the payment that is made.
 */
export async function orderOfPayment(request: ApiRequest, payment: string | undefined): Promise<string | undefined> {
  const { current, paid } = await readOrderCookie(request);
  const [intentId = ''] = payment?.split('_secret_', 1) ?? [];
  const own = await findBy(request, eq(listingOrders.paymentIntentId, intentId));
  if (payment === undefined || own === undefined || own.id === current) return current;
  const intent = await askStripe(() => stripeClient(request.env).paymentIntents.retrieve(intentId, {}, patience));
  if (intent.client_secret !== payment) return current;
  const former = current === undefined ? undefined : await findBy(request, eq(listingOrders.id, current));
  await setOrderCookie(request, own.id, former?.paidAt ? former.id : paid);
  return own.id;
}

/** The order of this browser; where it knows of no payment, that of the signed-in account. */
export async function payersOrder(request: ApiRequest): Promise<string | undefined> {
  const tried = await triedOrder(request);
  if (tried !== undefined) return tried;
  const own = request.user === null ? undefined : await lastPaidOrder(request, request.user);
  return own?.id ?? (await readOrderCookie(request)).current;
}

/** A page waits for the answer. */
const patience = { timeout: 8000, maxNetworkRetries: 1 };

async function findBy({ db }: ApiRequest, condition: SQL) {
  const { id, status, paymentIntentId, paidAt, createdAt } = listingOrders;
  const [row] = await db
    .select({ id, status, paymentIntentId, paidAt, createdAt })
    .from(listingOrders)
    .where(condition);
  return row;
}

async function triedOrder(request: ApiRequest): Promise<string | undefined> {
  const { current, paid } = await readOrderCookie(request);
  for (const id of [current, paid]) {
    if (id !== undefined && (await wasTried(id, request))) return id;
  }
  return undefined;
}

/** True once a card was given for the order, whatever came of it. */
async function wasTried(id: string, request: ApiRequest): Promise<boolean> {
  const row = await findBy(request, eq(listingOrders.id, id));
  if (row?.status !== 'pending') return row !== undefined && row.paidAt !== null;
  const payment = row.paymentIntentId;
  if (payment === null || request.now().getTime() - row.createdAt.getTime() > dayMs) return false;
  try {
    const intent = await askStripe(() => stripeClient(request.env).paymentIntents.retrieve(payment, {}, patience));
    return intent.status !== 'requires_payment_method' || intent.last_payment_error !== null;
  } catch {
    // Without an answer nothing is said to be paid.
    return true;
  }
}
