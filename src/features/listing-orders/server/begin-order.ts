import { and, eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Database } from '#server/db/client.ts';
import { listingOrders } from '#server/db/schema/index.ts';
import type { Services, SessionUser } from '#server/http/serve.ts';
import { askStripe, idempotent, stripeClient } from '#server/stripe/stripe-client.ts';
import { type ListingPlan } from '../plans.ts';
import { priceCents } from '../price-of-plan.ts';
import { lastPaidOrder } from './own-orders.ts';
import { syncListingOrder } from './sync-order.ts';

type Order = typeof listingOrders.$inferSelect;

/** The states in which a card can still be given. */
const isOpen = ({ status }: Stripe.PaymentIntent) =>
  status === 'requires_payment_method' || status === 'requires_confirmation' || status === 'requires_action';

interface Begun {
  orderId: string;
  clientSecret: string;
  /** The order that this browser or this account has paid before, while its listing is not set up. */
  waiting?: Order | undefined;
  /** The order that this browser has paid before, also when its listing is set up. */
  paidId?: string | undefined;
}

interface Wanted {
  plan: ListingPlan;
  /** The order that this browser has begun before, from its cookie. */
  heldId: string | undefined;
  /** An order that it had paid before that one. */
  paidId: string | undefined;
  user: SessionUser | null;
}

/**
 * Begins or continues a payment; a browser has one open payment. The same plan gets the same payment. For
 * another plan, or when the price has changed, the open one is canceled first: no page shows a price that is not charged.
 * A payment that another account began is canceled, too: otherwise one person would pay, and the other would get the order.
 * @throws Problem 'unavailable' when Stripe does not answer, 'conflict' when the site takes no payments
 */
export async function beginListingOrder(services: Services, { plan, heldId, paidId, user }: Wanted): Promise<Begun> {
  const { db } = services;
  const userId = user?.id ?? null;
  const cents = priceCents(services.city.facts.prices, plan);
  const held = heldId === undefined ? undefined : await findOrder(db, heldId);
  const before = async (own: Order | undefined) => {
    const last = own?.status === 'paid' || user === null ? own : await lastPaidOrder(services, user);
    return { paidId: own?.id, waiting: last?.status === 'paid' ? last : undefined };
  };
  let paid = paidId === undefined ? undefined : await findOrder(db, paidId);
  if (held?.status === 'pending') {
    const begun = await goOn(services, held, { plan, cents, userId });
    if (begun) return { ...begun, ...(await before(paid)) };
  }
  // It may have been paid just now.
  const last = held && (await findOrder(db, held.id));
  if (last?.status === 'paid' || last?.status === 'handled') paid = last;
  const stripe = stripeClient(services.env);
  const values = { plan, amountCents: cents, userId, createdAt: services.now() };
  const [order] = await db.insert(listingOrders).values(values).returning();
  if (!order) throw new Error('The insert of the order returned no row');
  try {
    const begun = await openIntent(services, stripe, order);
    return { ...begun, ...(await before(paid)) };
  } catch (error) {
    // The browser was never told about this order.
    await db.update(listingOrders).set({ status: 'canceled' }).where(eq(listingOrders.id, order.id));
    throw error;
  }
}

async function findOrder(db: Database, id: string): Promise<Order | undefined> {
  const [order] = await db.select().from(listingOrders).where(eq(listingOrders.id, id));
  return order;
}

/**
 * Makes the payment intent with the order's id as idempotency key: however often this runs, the order has one
 * intent.
 */
async function openIntent({ db }: Services, stripe: Stripe, order: Order): Promise<Begun> {
  const intent = await askStripe(() =>
    stripe.paymentIntents.create(
      {
        amount: order.amountCents,
        currency: 'usd',
        allowed_payment_method_types: ['card'],
        description: `Business listing, ${order.plan}`,
        metadata: { kind: 'listing', order_id: order.id, plan: order.plan },
      },
      idempotent('listing', order.id),
    ),
  );
  await db.update(listingOrders).set({ paymentIntentId: intent.id }).where(eq(listingOrders.id, order.id));
  return { orderId: order.id, clientSecret: secretOf(intent) };
}

/** Undefined when a new order is needed. */
async function goOn(
  services: Services,
  order: Order,
  { plan, cents, userId }: { plan: ListingPlan; cents: number; userId: string | null },
): Promise<Begun | undefined> {
  const isOwn = order.userId === null || order.userId === userId;
  const isWanted = isOwn && order.plan === plan && order.amountCents === cents;
  if (isWanted) await belongTo(services.db, order, userId);
  const stripe = stripeClient(services.env);
  const { paymentIntentId } = order;
  if (paymentIntentId === null) return isWanted ? openIntent(services, stripe, order) : undefined;
  const intent = await askStripe(() => stripe.paymentIntents.retrieve(paymentIntentId));
  if (isOpen(intent) && isWanted) return { orderId: order.id, clientSecret: secretOf(intent) };
  if (isOpen(intent)) {
    await askStripe(() => stripe.paymentIntents.cancel(intent.id, {}, idempotent('cancel', 'listing', order.id)));
  }
  await syncListingOrder({ ...services, stripe }, intent.id);
  return undefined;
}

/** Gives an order that was begun without an account to the account that has logged in since. */
async function belongTo(db: Database, { id, userId: former }: Order, userId: string | null): Promise<void> {
  if (former !== null || userId === null) return;
  await db
    .update(listingOrders)
    .set({ userId })
    .where(and(eq(listingOrders.id, id), eq(listingOrders.status, 'pending')));
}

function secretOf({ client_secret: secret }: Stripe.PaymentIntent): string {
  if (secret === null) throw new Error('Stripe returned a payment intent without a client secret');
  return secret;
}
