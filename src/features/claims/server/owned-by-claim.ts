/** A listing is its owner's by a claim of their own, or by one that a former owner has handed over. */
import { and, eq, gt, inArray, isNull, ne, or, type SQL } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { claims } from '#server/db/schema/index.ts';
import { ownStatuses } from '../claim-states.ts';
import type { ClaimRow } from './claim-rows.ts';

interface Owned {
  businessId: string;
  ownerId: string;
}

export const isOwnClaim = ({ businessId, ownerId }: Owned): SQL | undefined =>
  and(eq(claims.businessId, businessId), eq(claims.userId, ownerId), inArray(claims.status, [...ownStatuses]));

const isPassedOn = ({ businessId, ownerId }: Owned): SQL | undefined =>
  and(eq(claims.businessId, businessId), eq(claims.successorId, ownerId), eq(claims.status, 'handed_over'));

/** All claims by which the listing is this owner's. */
export const holdsFor = (owned: Owned): SQL | undefined => or(isOwnClaim(owned), isPassedOn(owned));

/** Tells whether another claim holds the listing for this owner: one of their own, or paid time of a former owner that is not over. */
export async function ownsOtherwise(tx: Database, owned: Owned, claimId: string, now: Date): Promise<boolean> {
  const lasts = or(isNull(claims.paidUntil), gt(claims.paidUntil, now));
  const others = and(ne(claims.id, claimId), or(isOwnClaim(owned), and(isPassedOn(owned), lasts)));
  return (await tx.$count(claims, others)) > 0;
}

export interface Succession {
  id: string;
  paidUntil: Date;
  /** The payer: the owner, where the listing came back to them. */
  paidById: string | null;
  /** The former owner's plan. */
  plan: ClaimRow['plan'];
}

/** The paid time that an owner has taken over and does not go on from yet; null: there is none. */
export async function findSuccession(db: Database, owned: Owned): Promise<Succession | null> {
  if ((await db.$count(claims, isOwnClaim(owned))) > 0) return null;
  const rows = await db.select().from(claims).where(isPassedOn(owned));
  const paid = rows.flatMap(({ id, paidUntil, plan, userId: paidById }) =>
    paidUntil === null ? [] : [{ id, paidUntil, plan, paidById }],
  );
  return paid.toSorted((a, b) => b.paidUntil.getTime() - a.paidUntil.getTime())[0] ?? null;
}
