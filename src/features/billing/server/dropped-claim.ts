import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { auditLog, claims, type subscriptions } from '#server/db/schema/index.ts';
import { billedKind, claimPlanOf, productNames } from '../catalogue.ts';

/** The plan that a claim was to become, until its cancellation dropped that; null: nothing was planned. */
export async function droppedClaim(tx: Database, row: typeof subscriptions.$inferSelect): Promise<string | null> {
  const plan = claimPlanOf(billedKind(row));
  if (plan === null || row.nextPriceKey !== null) return null;
  const [claim] = await tx.select().from(claims).where(eq(claims.subscriptionId, row.id));
  if (claim === undefined) return null;
  const other = productNames[plan === 'standard' ? 'claim_premium' : 'claim_standard'];
  // The claim itself follows a moment later.
  if (claim.nextPlan !== null) return other;
  const acts = ['claim.change-planned', 'claim.change-dropped', 'claim.changed'];
  const [last] = await tx
    .select({ action: auditLog.action, by: auditLog.actorKind, data: auditLog.data })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subjectType, 'business'),
        eq(auditLog.subjectId, claim.businessId ?? ''),
        inArray(auditLog.action, acts),
        sql`${auditLog.data} ->> 'claim' = ${claim.id}`,
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(1);
  // A change that its owner has taken back is no news, and one that Premium for all listings ended was mailed then.
  const isForPremium = (last?.data as { forPremium?: boolean } | undefined)?.forPremium === true;
  return last?.action === 'claim.change-dropped' && last.by === 'site' && !isForPremium ? other : null;
}
