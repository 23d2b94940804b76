/** Reads and locks claims together with the rows that every command needs. */
import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses, claims, users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { openStatuses } from '../claim-states.ts';

export type ClaimRow = typeof claims.$inferSelect;
export type Context = Pick<Services, 'city' | 'env' | 'now'>;

/** A claim with its business and claimant; either may be deleted. */
export interface HeldClaim {
  claim: ClaimRow;
  business: typeof businesses.$inferSelect | null;
  claimant: typeof users.$inferSelect | null;
}

export const claimNotFound = () => new Problem('not_found', 'Claim not found');

/**
 * Locks the claim and its business until the transaction ends. The business always comes first, so that two
 * people who decide two claims on one listing wait for each other instead of deadlocking.
 */
export async function lockClaim(tx: Database, claimId: string): Promise<HeldClaim | null> {
  const [found] = await tx.select({ businessId: claims.businessId }).from(claims).where(eq(claims.id, claimId));
  if (found === undefined) return null;
  const business = await lockBusiness(tx, found.businessId);
  const [claim] = await tx.select().from(claims).where(eq(claims.id, claimId)).for('update');
  if (claim === undefined) return null;
  // Its business was merged into another in between.
  if (claim.businessId !== found.businessId) return lockClaim(tx, claimId);
  const [claimant] = claim.userId === null ? [] : await tx.select().from(users).where(eq(users.id, claim.userId));
  return { claim, business, claimant: claimant ?? null };
}

async function lockBusiness(tx: Database, id: string | null) {
  if (id === null) return null;
  const [row] = await tx.select().from(businesses).where(eq(businesses.id, id)).for('update');
  return row ?? null;
}

/** Tells whether the claimant has claimed the same listing anew. */
export async function openClaimOf(tx: Database, { userId, businessId }: ClaimRow): Promise<boolean> {
  if (userId === null || businessId === null) return false;
  const isSame = and(eq(claims.userId, userId), eq(claims.businessId, businessId));
  const rows = await tx
    .select({ id: claims.id })
    .from(claims)
    .where(and(isSame, inArray(claims.status, [...openStatuses])))
    .limit(1);
  return rows.length > 0;
}

/** Ids of the other open claims on a business. */
export async function otherOpenClaims(tx: Database, { id, businessId }: ClaimRow): Promise<string[]> {
  if (businessId === null) return [];
  const rows = await tx
    .select({ id: claims.id })
    .from(claims)
    .where(and(eq(claims.businessId, businessId), ne(claims.id, id), inArray(claims.status, [...openStatuses])))
    .orderBy(claims.id);
  return rows.map((row) => row.id);
}
