/** The first payment of a claim in the history of its listing. */
import { and, eq, sql } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { firstPaymentBy } from '#features/billing/plan-end.ts';
import type { Database } from '#server/db/client.ts';
import { auditLog, type subscriptions } from '#server/db/schema/index.ts';
import type { ClaimRow, HeldClaim } from './claim-rows.ts';

const declined = 'claim.payment-declined';
const made = 'claim.payment-made';

/** Notes in the history of the listing, once each, that the first payment of a claim was declined, and that it was made after all. */
export async function noteFirstPayment(
  tx: Database,
  { claim }: HeldClaim,
  subscription: typeof subscriptions.$inferSelect,
): Promise<void> {
  if (firstPaymentBy(subscription) !== null) return note(tx, claim, declined);
  if (subscription.paidThrough !== null && (await isNoted(tx, claim, declined))) await note(tx, claim, made);
}

async function note(tx: Database, claim: ClaimRow, action: string): Promise<void> {
  if (await isNoted(tx, claim, action)) return;
  const { id, userId, businessId, plan, amountCents } = claim;
  const money = action === made ? { cents: amountCents } : { toChargeCents: amountCents };
  const data = { claim: id, claimant: userId, plan, ...money };
  const subject = { subjectType: 'business', subjectId: businessId ?? '' };
  await writeAudit(tx, { actorId: null, by: 'site', action, ...subject, data });
}

async function isNoted(tx: Database, { id, businessId }: ClaimRow, action: string): Promise<boolean> {
  const { subjectType, subjectId } = auditLog;
  const ofListing = and(eq(subjectType, 'business'), eq(subjectId, businessId ?? ''));
  const isOfClaim = and(eq(auditLog.action, action), sql`${auditLog.data} ->> 'claim' = ${id}`);
  return (await tx.$count(auditLog, and(ofListing, isOfClaim))) > 0;
}
