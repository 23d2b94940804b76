import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses, claims, users } from '#server/db/schema/index.ts';
import { openClaimStatuses } from '#shared/claim-statuses.ts';
import type { MergeClaim } from '../staff-contract.ts';
import { notFound } from './own-business.ts';

/** For the question before a merge. @throws Problem 'not_found' */
export async function readMerge(db: Database, id: string, into: string): Promise<{ claims: MergeClaim[] }> {
  const isOne = inArray(businesses.id, [id, into]);
  if ((await db.$count(businesses, isOne)) < 2) throw notFound();
  const open = await db
    .select({
      on: claims.businessId,
      userId: claims.userId,
      by: users.username,
      status: claims.status,
      succeedsId: claims.succeedsId,
    })
    .from(claims)
    .innerJoin(businesses, eq(businesses.id, claims.businessId))
    .leftJoin(users, eq(users.id, claims.userId))
    .where(and(isOne, inArray(claims.status, openClaimStatuses)))
    .orderBy(asc(claims.createdAt), asc(claims.id));
  const kept = new Set(open.filter(({ on }) => on === into).map(({ userId }) => userId));
  return {
    claims: open
      // Somebody who goes on with an own listing waits for nobody.
      .filter(({ succeedsId }) => succeedsId === null)
      .map(({ on, userId, by, status }) => ({
        by,
        on: on === id ? 'goes' : 'stays',
        isInReview: status === 'in_review',
        ends: on === id && userId !== null && kept.has(userId),
      })),
  };
}
