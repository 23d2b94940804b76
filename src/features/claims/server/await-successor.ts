/** A new owner may have given a card for the time after a hand-over before the site has heard of it: Stripe is asked first. */
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { claims } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { stripeClient } from '#server/stripe/stripe-client.ts';
import type { ClaimRow } from './claim-rows.ts';
import { settleCheckout } from './settle-checkout.ts';

const pagesAfter = (claimId: string) =>
  and(eq(claims.succeedsId, claimId), eq(claims.status, 'pending'), isNotNull(claims.sessionId));

/** Settles the open payment pages of those who go on from this claim. */
export async function settleSuccessor(services: Services, claimId: string): Promise<void> {
  const rows = await services.db.select().from(claims).where(pagesAfter(claimId));
  for (const { sessionId } of rows) {
    if (sessionId !== null) await settleCheckout({ ...services, stripe: stripeClient(services.env) }, sessionId);
  }
}

/** True while a page is open that the successor opened before the paid time was over: the listing waits for its end. */
export async function isAwaited(
  tx: Database,
  { id, successorId, paidUntil }: Pick<ClaimRow, 'id' | 'successorId' | 'paidUntil'>,
  now: Date,
): Promise<boolean> {
  const rows = await tx.select().from(claims).where(pagesAfter(id));
  return rows.some(
    ({ userId, createdAt, expiresAt }) =>
      userId === successorId && expiresAt > now && paidUntil !== null && createdAt < paidUntil,
  );
}
