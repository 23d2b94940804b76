/**
 * Settles a claim's Checkout page. The webhook, the return page and the hourly job all call this; one of them
 * wins.
 */
import { and, eq, inArray, ne } from 'drizzle-orm';
import type Stripe from 'stripe';
import { claimPriceKey, keyOf } from '#features/billing/catalogue.ts';
import { kindOfProduct } from '#features/billing/server/set-up-catalogue.ts';
import type { SyncRun } from '#features/billing/server/stripe-syncs.ts';
import type { Database } from '#server/db/client.ts';
import { billingCustomers, claims } from '#server/db/schema/index.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { objectId } from '#server/stripe/object-id.ts';
import { dueAfterMs } from '../claim-rules.ts';
import { canBe, openStatuses } from '../claim-states.ts';
import { ownDomain } from '../mail-domain.ts';
import { approveByMailbox } from './approve-by-mailbox.ts';
import { cancelClaim } from './claim-jobs.ts';
import { sendClaimMail } from './claim-letters.ts';
import { type ClaimRow, type HeldClaim, lockClaim } from './claim-rows.ts';
import { closeClaim } from './close-claim.ts';
import { continueClaim } from './continue-claim.ts';
import { creditOfClaim } from './credit-of-claim.ts';
import { moveClaim } from './move-claim.ts';
import { noteGivenBack, reasonToGiveBack } from './note-given-back.ts';

/**
 * A completed session sends the claim to review, with the card on hold and nothing charged, or approves it at
 * once when the claimant's mailbox proves enough. An expired session expires the claim. Does nothing for
 * sessions of other kinds.
 */
export async function settleCheckout(run: SyncRun, sessionId: string): Promise<void> {
  const session = await run.stripe.checkout.sessions.retrieve(sessionId, { expand: ['line_items'] });
  const claimId = session.metadata?.claim_id;
  if (claimId === undefined || session.status === 'open') return;
  // Read before the claim is locked: its mailbox may approve it at once.
  const creditCents = session.status === 'complete' ? await creditOfClaim(claimId, run) : 0;
  await run.db.transaction(async (tx) => {
    const held = await lockClaim(tx, claimId);
    if (held === null) {
      run.log.error(
        { part: 'claims', session: session.id, claimId },
        'a checkout belongs to a claim that is not there',
      );
      return;
    }
    if (held.claim.sessionId !== null && held.claim.sessionId !== session.id) return;
    if (session.status === 'complete') await submitClaim(tx, held, { session, creditCents }, run);
    else if (canBe(held.claim.status, 'expired')) {
      await closeClaim(tx, held, { event: 'expired', decidedBy: 'site' }, run);
    }
  });
}

async function submitClaim(
  tx: Database,
  before: HeldClaim,
  { session, creditCents }: { session: Stripe.Checkout.Session; creditCents: number | null },
  run: SyncRun,
): Promise<void> {
  const { claim } = before;
  // Decided, or settled by an earlier call.
  if (claim.subscriptionId !== null) return;
  const now = run.now();
  const known = { sessionId: session.id, subscriptionId: objectId(session.subscription), updatedAt: now };
  const [noted] = await tx.update(claims).set(known).where(eq(claims.id, claim.id)).returning();
  if (noted === undefined) throw new Error('the claim was not held');
  const held = { ...before, claim: noted };

  const mismatch = await findMismatch(tx, held, session);
  const event = mismatch !== null ? 'mismatched' : claim.succeedsId === null ? 'submitted' : 'continued';
  if (mismatch !== null) {
    run.log.error({ part: 'claims', session: session.id, claimId: claim.id, mismatch }, 'a checkout is not its claim');
  }
  // The claim was closed while the card was being given. An expired claim is reopened, unless the person has
  // made another one; a withdrawn claim stays withdrawn.
  const isReplaced = event !== 'mismatched' && claim.status === 'expired' && (await hasAnother(tx, claim));
  // A page may have charged the card (start-claim.ts, goingOn). Where the claim comes to nothing all the same, the job that cancels it gives that back.
  const isPaid = session.payment_status === 'paid';
  if (isReplaced || !canBe(claim.status, event)) {
    await enqueue(tx, cancelClaim, { claimId: claim.id });
    if (isPaid) await noteGivenBack(tx, noted, { reason: reasonToGiveBack(noted) });
    return;
  }
  if (event === 'mismatched') {
    const reason = 'The payment page did not match your claim. Please claim the business again.';
    await closeClaim(tx, held, { event, decidedBy: 'site', reason, isLetterLater: isPaid }, run);
    if (isPaid) await noteGivenBack(tx, noted, { reason });
    return;
  }
  if (event === 'continued') {
    await continueClaim(tx, held, { isCharged: (session.amount_total ?? 0) > 0 }, run);
    return;
  }
  const columns = {
    // The mailbox may have changed since the claim was begun.
    ...(held.claimant === null ? {} : { mailDomain: ownDomain(held.claimant.email) }),
    submittedAt: now,
    dueAt: new Date(now.getTime() + dueAfterMs),
    decidedAt: null,
    decidedBy: null,
  };
  const inReview = await moveClaim(tx, held, { event, columns, actorId: claim.userId, isLetterLater: true }, run);
  if (held.business === null || held.business.ownerId !== null || held.claimant === null) {
    await closeClaim(tx, inReview, { event: 'superseded', decidedBy: 'site' }, run);
    return;
  }
  if ((await approveByMailbox(tx, inReview, creditCents, run)) === 'not enough') {
    await sendClaimMail(tx, { letter: 'submitted' }, inReview, run);
  }
}

async function hasAnother(tx: Database, { id, userId, businessId }: ClaimRow): Promise<boolean> {
  if (userId === null || businessId === null) return true;
  const isOther = and(
    eq(claims.userId, userId),
    eq(claims.businessId, businessId),
    ne(claims.id, id),
    inArray(claims.status, [...openStatuses]),
  );
  return (await tx.$count(claims, isOther)) > 0;
}

/** The mark may have gone to a newer price since the page was opened; then the product tells. */
function isPriceOf(price: Stripe.Price | null | undefined, plan: ClaimRow['plan']): boolean {
  const key = claimPriceKey[plan];
  if (price?.lookup_key === key) return true;
  const kind = kindOfProduct(objectId(price?.product));
  return kind !== null && keyOf(kind, price?.recurring?.interval) === key;
}

/**
 * The difference between the session and the claim; null when they match. The business may have been merged
 * in between.
 */
async function findMismatch(
  tx: Database,
  { claim }: HeldClaim,
  session: Stripe.Checkout.Session,
): Promise<string | null> {
  const item = session.line_items?.data[0];
  if (session.line_items?.data.length !== 1 || item?.quantity !== 1) return 'items';
  if (!isPriceOf(item.price, claim.plan)) return 'price';
  if (item.price?.unit_amount !== claim.amountCents) return 'amount';
  if (session.mode !== 'subscription' || session.subscription === null) return 'mode';
  if (session.metadata?.user_id !== (claim.userId ?? session.metadata?.user_id)) return 'user';
  const customer = objectId(session.customer);
  if (claim.userId === null || customer === null) return null;
  const [known] = await tx
    .select({ id: billingCustomers.stripeCustomerId })
    .from(billingCustomers)
    .where(eq(billingCustomers.userId, claim.userId));
  return known?.id === customer ? null : 'customer';
}
