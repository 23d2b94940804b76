import { and, eq, inArray, isNotNull, isNull, ne } from 'drizzle-orm';
import type Stripe from 'stripe';
import { customerOf, readCredit } from '#features/billing/server/credit.ts';
import type { Database } from '#server/db/client.ts';
import { claims, subscriptions } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { retrieveOrNull } from '#server/stripe/retrieve-or-null.ts';
import { stripeClient } from '#server/stripe/stripe-client.ts';
import { isStripeError } from '#server/stripe/stripe-sdk.ts';
import { Problem } from '#shared/problem.ts';
import { isOpen, ownStatuses } from '../claim-states.ts';
import type { ClaimRow } from './claim-rows.ts';

/** Staff wait for the answer, and can decide without it. */
const patience = { timeout: 4000, maxNetworkRetries: 0 } as const;

/**
 * The credit in cents that pays for a claim's first month before the card does, once it is approved; 0 for a claim that costs nothing or is decided.
 * Null: the payment service cannot be asked. Call it outside of transactions.
 */
export async function creditOfClaim(
  claimId: string,
  { db, env, log }: Pick<Services, 'db' | 'env' | 'log'>,
): Promise<number | null> {
  const [claim] = await db.select().from(claims).where(eq(claims.id, claimId));
  if (claim === undefined || claim.userId === null || claim.amountCents === 0 || !isOpen(claim.status)) return 0;
  const customer = await customerOf(db, claim.userId);
  if (customer === null) return 0;
  try {
    const stripe = stripeClient(env);
    const credit = await readCredit(stripe, customer, patience);
    return credit === 0 ? 0 : Math.max(0, credit - (await dueBefore(db, stripe, claim)));
  } catch (error) {
    // Without keys there is no client at all.
    if (!isStripeError(error, 'StripeError') && !(error instanceof Problem)) throw error;
    log.warn({ part: 'claims', claimId, err: error }, 'the credit of a claimant could not be read');
    return null;
  }
}

/** Other claims of the person are approved, and their first months, which take from the credit, are not charged yet. */
async function dueBefore(db: Database, stripe: Stripe, { id, userId }: ClaimRow): Promise<number> {
  const rows = await db
    .select({ subscriptionId: claims.subscriptionId, amountCents: claims.amountCents })
    .from(claims)
    .leftJoin(subscriptions, eq(subscriptions.id, claims.subscriptionId))
    .where(
      and(
        eq(claims.userId, userId ?? ''),
        ne(claims.id, id),
        inArray(claims.status, [...ownStatuses]),
        // Such a claim waits for the end of the time that a former owner has paid for.
        isNull(claims.succeedsId),
        isNotNull(claims.subscriptionId),
        isNull(subscriptions.paidThrough),
      ),
    );
  let cents = 0;
  for (const { subscriptionId, amountCents } of rows) {
    const found = await retrieveOrNull(() => stripe.subscriptions.retrieve(subscriptionId ?? '', {}, patience));
    if (found?.status === 'trialing') cents += amountCents;
  }
  return cents;
}
