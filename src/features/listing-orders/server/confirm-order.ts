import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { listingOrders } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { lendSecrets } from '#server/site-secret.ts';
import type { OrderContact } from '../contract.ts';
import { mailReceipt } from './order-letters.ts';

type OrderServices = Pick<Services, 'city' | 'env' | 'now'>;

/**
 * Stores who is about to pay: the account and the contact. If another account opened the page, what was typed there is dropped.
 */
export async function saveContact(
  db: Database,
  orderId: string,
  { email, businessName }: OrderContact,
  userId: string | null,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [order] = await tx.select().from(listingOrders).where(eq(listingOrders.id, orderId)).for('update');
    if (order?.status !== 'pending') return false;
    const known = order.userId === null || order.userId === userId ? order : { email: null, businessName: null };
    await tx
      .update(listingOrders)
      .set({ userId, email: email || known.email, businessName: businessName || known.businessName })
      .where(eq(listingOrders.id, orderId));
    return true;
  });
}

/** Confirms a paid order once: by its receipt, where none could be mailed yet. Returns whether it did. */
export async function confirmOrder(
  db: Database,
  orderId: string,
  { email, businessName }: OrderContact,
  services: OrderServices,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    lendSecrets(db, tx);
    const [order] = await tx.select().from(listingOrders).where(eq(listingOrders.id, orderId)).for('update');
    const isPaid = order?.status === 'paid' || order?.status === 'handled';
    if (!order || !isPaid || order.confirmationSentAt !== null || email === '') return false;
    const now = services.now();
    const next = {
      ...order,
      email: order.email ?? email,
      businessName: order.businessName ?? (businessName || null),
      confirmationSentAt: now,
      receiptSentAt: order.receiptSentAt ?? now,
    };
    // The link in the mail opens the order, so it goes to the address that the order has, if there is one.
    if (order.receiptSentAt === null) await mailReceipt(tx, services, next, next.email);
    await tx.update(listingOrders).set(next).where(eq(listingOrders.id, orderId));
    return true;
  });
}
