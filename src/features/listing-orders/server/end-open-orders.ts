import { and, eq } from 'drizzle-orm';
import { closePaymentPage } from '#features/billing/server/close-payment-page.ts';
import type { Database } from '#server/db/client.ts';
import { listingOrders } from '#server/db/schema/index.ts';

/** Ends the payments for listings that a person has begun whom staff ban. Answers how many there were. */
export async function endOpenOrders(tx: Database, userId: string): Promise<number> {
  const isOpen = and(eq(listingOrders.userId, userId), eq(listingOrders.status, 'pending'));
  const open = await tx.select({ id: listingOrders.paymentIntentId }).from(listingOrders).where(isOpen);
  for (const { id } of open) if (id !== null) await closePaymentPage(tx, { kind: 'payment_intent', id });
  return open.length;
}
