import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { syncRun } from '#features/billing/server/stripe-syncs.ts';
import { listingOrders } from '#server/db/schema/index.ts';
import { type ApiRequest, serve } from '#server/http/serve.ts';
import { describeError } from '#server/log.ts';
import { isAmount } from '#shared/money.ts';
import { Problem } from '#shared/problem.ts';
import {
  confirmListing,
  createPaymentIntent,
  detailsSentMessage,
  getListingDetails,
  listOwnOrders,
  OrderContact,
  saveOrderContact,
  sendListingDetails,
  settleListingOrder,
  takeOrderedListing,
} from '../contract.ts';
import { listingPlan } from '../plans.ts';
import { priceCents } from '../price-of-plan.ts';
import { beginListingOrder } from './begin-order.ts';
import { confirmOrder, saveContact } from './confirm-order.ts';
import { orderProof, provenOrder, readOrderCookie, setOrderCookie } from './order-cookie.ts';
import { getOrderDetails, saveOrderDetails, stillMissing } from './order-details.ts';
import { takeListing } from './ordered-listing.ts';
import { ownOrders } from './own-orders.ts';
import { browserOrder, orderOfPayment, payersOrder } from './payers-order.ts';
import { syncListingOrder } from './sync-order.ts';

const confirmationMessage = 'Thank you. If a payment was made here, an email is on its way.';

export const listingOrdersApi = [
  serve(createPaymentIntent, async ({ body }, request) => {
    const plan = listingPlan(body.plan);
    if (plan === undefined) throw new Problem('bad_request', 'There is no such plan.');
    if (!isAmount(body.amount, priceCents(request.city.facts.prices, plan))) {
      request.log.warn(
        { part: 'stripe', plan, amount: body.amount },
        "Refused a payment whose amount is not the plan's price",
      );
      throw new Problem('bad_request', 'The price has changed. Please reload the page.');
    }
    const { current, paid } = await readOrderCookie(request);
    const { orderId, clientSecret, waiting, paidId } = await beginListingOrder(request, {
      ...{ plan, heldId: current, paidId: paid },
      user: request.user,
    });
    await setOrderCookie(request, orderId, paidId);
    if (waiting === undefined) return { clientSecret };
    const { id, plan: paidPlan, businessName } = waiting;
    return { clientSecret, waiting: { plan: paidPlan, businessName, order: await orderProof(request.db, id) } };
  }),
  serve(saveOrderContact, async ({ body: { payment, ...contact } }, request) => {
    const orderId = await orderOfPayment(request, payment);
    const userId = request.user?.id ?? null;
    return { saved: orderId !== undefined && (await saveContact(request.db, orderId, contact, userId)) };
  }),
  serve(settleListingOrder, async (_, request) => ({ status: await settle(await payersOrder(request), request) })),
  serve(confirmListing, async ({ body }, request) => {
    const contact = z.safeParse(OrderContact, { email: body.email, businessName: body.businessName.slice(0, 120) });
    // Not the account's order from elsewhere: an address that somebody sent must not lead its mail to a stranger.
    const orderId = await browserOrder(request);
    if (contact.success && orderId !== undefined && (await settle(orderId, request)) === 'paid') {
      await confirmOrder(request.db, orderId, contact.data, request);
    }
    return { message: confirmationMessage };
  }),
  serve(getListingDetails, async ({ query }, request) =>
    getOrderDetails(request.db, {
      orderId: await namedOrder(request, query.order),
      isPayer: query.order === '',
    }),
  ),
  serve(takeOrderedListing, async ({ body: { order } }, request) => ({
    message: await takeListing(await namedOrder(request, order), request),
  })),
  serve(listOwnOrders, (_, { db, user }) => ownOrders(db, requireUser(user))),
  serve(sendListingDetails, async ({ body: { order, email, ...details } }, request) => {
    const orderId = await namedOrder(request, order);
    const contact = { email, businessName: details.name.slice(0, 120) };
    if (orderId !== undefined) await confirmOrder(request.db, orderId, contact, request);
    await saveOrderDetails(request, orderId, details);
    return { message: `${detailsSentMessage} ${stillMissing(details)}`.trim() };
  }),
];

const namedOrder = (request: ApiRequest, proof: string) =>
  proof === '' ? payersOrder(request) : provenOrder(request.db, proof);

/**
 * Asks Stripe when the result is not known yet, because an event may take a while. If Stripe does not answer
 * now, a later event settles it.
 */
async function settle(orderId: string | undefined, request: ApiRequest): Promise<'none' | 'open' | 'paid'> {
  if (orderId === undefined) return 'none';
  const isOwn = eq(listingOrders.id, orderId);
  const read = async () => {
    const { status, paymentIntentId } = listingOrders;
    const [row] = await request.db.select({ status, paymentIntentId }).from(listingOrders).where(isOwn);
    return row;
  };
  let order = await read();
  if (order?.status === 'pending' && order.paymentIntentId !== null) {
    try {
      await syncListingOrder(syncRun(request), order.paymentIntentId);
      order = await read();
    } catch (error) {
      request.log.warn(
        { part: 'stripe', order: orderId, reason: describeError(error) },
        'Could not check a payment with Stripe',
      );
    }
  }
  if (order === undefined) return 'none';
  return order.status === 'paid' || order.status === 'handled' ? 'paid' : 'open';
}
