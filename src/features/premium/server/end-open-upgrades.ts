import { and, eq } from 'drizzle-orm';
import { closePaymentPage } from '#features/billing/server/close-payment-page.ts';
import type { Database } from '#server/db/client.ts';
import { upgradeSessions } from '#server/db/schema/index.ts';

/** Ends the payment pages for Premium of a person whom staff ban. Answers how many there were. */
export async function endOpenUpgrades(tx: Database, userId: string): Promise<number> {
  const isOpen = and(eq(upgradeSessions.userId, userId), eq(upgradeSessions.status, 'open'));
  const ended = await tx.update(upgradeSessions).set({ status: 'expired' }).where(isOpen).returning();
  for (const { sessionId: id } of ended) if (id !== null) await closePaymentPage(tx, { kind: 'checkout.session', id });
  return ended.length;
}
