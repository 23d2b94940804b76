import { and, asc, eq, isNotNull, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/client.ts';
import { businesses, claims } from '#server/db/schema/index.ts';
import type { TakenOver } from '../contract.ts';

/** The person's listings that a former owner has paid for, and for which they have no claim of their own. */
export async function listTakenOver(db: Database, userId: string): Promise<TakenOver[]> {
  const own = alias(claims, 'own');
  const hasOwn = db
    .select({ one: sql`1` })
    .from(own)
    .where(
      and(eq(own.businessId, businesses.id), eq(own.userId, userId), sql`${own.status} in ('approved', 'ending')`),
    );
  const rows = await db
    .select({ businessId: businesses.id, slug: businesses.slug, business: businesses.name, claim: claims })
    .from(claims)
    .innerJoin(businesses, and(eq(businesses.id, claims.businessId), eq(businesses.ownerId, userId)))
    .where(
      and(
        eq(claims.successorId, userId),
        eq(claims.status, 'handed_over'),
        isNotNull(claims.paidUntil),
        notExists(hasOwn),
      ),
    )
    .orderBy(asc(claims.paidUntil), asc(claims.id));
  // Merged listings may have two claims: the last to end counts.
  const last = new Map(rows.map((row) => [row.businessId, row]));
  return [...last.values()].map(({ claim: { paidUntil, plan, userId: paidBy }, ...listing }) => ({
    ...listing,
    until: paidUntil?.toISOString() ?? '',
    plan,
    isPaidByOwner: paidBy === userId,
  }));
}
