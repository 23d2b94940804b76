import { eq } from 'drizzle-orm';
import { listingOrders } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { askStripe, stripeClient } from '#server/stripe/stripe-client.ts';
import { readOrderCookie } from './order-cookie.ts';
import { lastPaidOrder } from './own-orders.ts';

/**
 * The order of this browser. Who pays and goes back to the payment page begins another one there, and may come forward again
 * without a card: the paid one counts until a card was tried for the other.
 */
export async function browserOrder(request: ApiRequest): Promise<string | undefined> {
  return (await triedOrder(request)) ?? (await readOrderCookie(request)).current;
}

/** The order of this browser; where it knows of no payment, that of the signed-in account. */
export async function payersOrder(request: ApiRequest): Promise<string | undefined> {
  const tried = await triedOrder(request);
  if (tried !== undefined) return tried;
  const own = request.user === null ? undefined : await lastPaidOrder(request, request.user);
  return own?.id ?? (await readOrderCookie(request)).current;
}

async function triedOrder(request: ApiRequest): Promise<string | undefined> {
  const { current, paid } = await readOrderCookie(request);
  for (const id of [current, paid]) {
    if (id !== undefined && (await wasTried(id, request))) return id;
  }
  return undefined;
}

/** True once a card was given for the order, whatever came of it. */
async function wasTried(id: string, { db, env }: ApiRequest): Promise<boolean> {
  const { status, paymentIntentId, paidAt } = listingOrders;
  const [row] = await db
    .select({ status, paymentIntentId, paidAt })
    .from(listingOrders)
    .where(eq(listingOrders.id, id));
  if (row?.status !== 'pending') return row !== undefined && row.paidAt !== null;
  const payment = row.paymentIntentId;
  if (payment === null) return false;
  try {
    const intent = await askStripe(() => stripeClient(env).paymentIntents.retrieve(payment));
    return intent.status !== 'requires_payment_method' || intent.last_payment_error !== null;
  } catch {
    // Without an answer nothing is said to be paid.
    return true;
  }
}
