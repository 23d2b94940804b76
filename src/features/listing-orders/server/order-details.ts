import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses, listingOrders } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { lendSecrets } from '#server/site-secret.ts';
import { Problem } from '#shared/problem.ts';
import { OrderDetails } from '../details-fields.ts';
import { mailDetailsCopy, mailDetailsToStaff } from './order-letters.ts';
import { freeListing } from './ordered-listing.ts';

type Order = typeof listingOrders.$inferSelect;

const noOrder = 'We know of no paid listing here. Please open the link in our email about your payment.';

/** The facts that the buyer sent; fields that later releases ask for are empty. null: nothing was sent yet. */
export function readDetails({ details }: Pick<Order, 'details'>): OrderDetails | null {
  return details === null ? null : OrderDetails.parse(details);
}

const wanted = {
  address: 'the address',
  phone: 'a phone number',
  hours: 'the opening hours',
  about: 'a few words about the business',
} as const;

const inWords = new Intl.ListFormat('en-US');

/** The facts that visitors look for and that were not sent, in a sentence; '' when none is missing. */
export function stillMissing(details: OrderDetails | null): string {
  if (details === null) return '';
  const missing = Object.entries(wanted).flatMap(([name, words]) =>
    details[name as keyof typeof wanted] === '' ? [words] : [],
  );
  return missing.length === 0 ? '' : `Still missing: ${inWords.format(missing)}. What is empty, we leave out.`;
}

function stateOf({ status }: Order) {
  if (status === 'handled') return 'set-up' as const;
  return status === 'paid' ? ('waits' as const) : ('ended' as const);
}

async function publicListing(db: Database, order: Order) {
  const [listing] =
    order.status === 'handled' && order.businessId !== null
      ? await db
          .select({ slug: businesses.slug, name: businesses.name })
          .from(businesses)
          .where(and(eq(businesses.id, order.businessId), eq(businesses.status, 'approved')))
      : [];
  return { listing: listing ?? null, mayTake: listing !== undefined && (await freeListing(db, order)) !== undefined };
}

interface AskedDetails {
  orderId: string | undefined;
  /** The browser that paid asks, by its cookie. */
  isPayer: boolean;
}

/** @throws Problem 'not_found' when there is no such order, or nothing was paid for it */
export async function getOrderDetails(db: Database, { orderId, isPayer }: AskedDetails) {
  const [order] =
    orderId === undefined ? [] : await db.select().from(listingOrders).where(eq(listingOrders.id, orderId));
  if (!order || order.paidAt === null) throw new Problem('not_found', noOrder);
  const { id, plan, amountCents, businessName, detailsSentAt } = order;
  const sentAt = detailsSentAt?.toISOString() ?? null;
  const listing = await publicListing(db, order);
  return {
    id,
    plan,
    amountCents,
    businessName,
    ...listing,
    state: stateOf(order),
    details: readDetails(order),
    missing: stillMissing(readDetails(order)),
    hasEmail: order.email !== null,
    receiptTo: isPayer ? order.email : null,
    sentAt,
  };
}

/**
 * Keeps what the listing is to be made from, and tells staff and the buyer, the first time at once and later again, as long as they have not set it up.
 * @throws Problem 'not_found' when nothing was paid, 'conflict' when staff have set it up or the money went back
 */
export async function saveOrderDetails(
  services: Pick<Services, 'db' | 'city' | 'env' | 'now'>,
  orderId: string | undefined,
  details: OrderDetails,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    lendSecrets(services.db, tx);
    const [order] =
      orderId === undefined
        ? []
        : await tx.select().from(listingOrders).where(eq(listingOrders.id, orderId)).for('update');
    if (!order || order.paidAt === null) throw new Problem('not_found', noOrder);
    const state = stateOf(order);
    if (state === 'set-up') {
      throw new Problem('conflict', 'Your listing is set up already. To change it, please answer our email about it.');
    }
    if (state === 'ended') throw new Problem('conflict', 'This payment went back, so no listing is made from it.');
    const isSame = JSON.stringify(readDetails(order)) === JSON.stringify(details);
    if (isSame) return;
    const next = { details, detailsSentAt: services.now(), businessName: order.businessName ?? details.name };
    await tx.update(listingOrders).set(next).where(eq(listingOrders.id, order.id));
    await mailDetailsToStaff(tx, services, { ...order, ...next });
    await mailDetailsCopy(tx, services, { ...order, ...next });
  });
}
