import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses, claims, users } from '#server/db/schema/index.ts';
import { openClaimStatuses } from '#shared/claim-statuses.ts';
import { nameKey } from '../match-keys.ts';
import { placeIn } from '../place.ts';
import type { MergeClaim } from '../staff-contract.ts';
import { sameAs } from './find-duplicates.ts';
import { notFound } from './own-business.ts';

/** For the question before a merge. @throws Problem 'not_found' */
export async function readMerge(
  db: Database,
  id: string,
  into: string,
): Promise<{ claims: MergeClaim[]; isAlike: boolean }> {
  const isOne = inArray(businesses.id, [id, into]);
  const [first, second] = await db.select().from(businesses).where(isOne);
  if (first === undefined || second === undefined) throw notFound();
  const same = sameAs(first);
  // A name is told in more or fewer words.
  const isAlike = sql`(${same.isAlike ?? sql`false`} or similarity(coalesce(nullif(${businesses.nameKey}, ''), lower(${businesses.name})), ${nameKey(first.name)}) > 0.3)`;
  const alike =
    (await db.$count(businesses, and(eq(businesses.id, second.id), isAlike))) > 0 || isOnePlace(first, second);
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
    isAlike: alike,
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

type Row = typeof businesses.$inferSelect;

/** A website, a mailbox, or a point within about 60 m. */
function isOnePlace(one: Row, other: Row): boolean {
  const isSame = (column: 'website' | 'email') =>
    one[column] !== null && one[column]?.toLowerCase() === other[column]?.toLowerCase();
  const [here, there] = [placeIn(one), placeIn(other)];
  const isNear =
    here !== null &&
    there !== null &&
    Math.hypot(
      here.latitude - there.latitude,
      (here.longitude - there.longitude) * Math.cos((here.latitude * Math.PI) / 180),
    ) < 0.00054;
  return isSame('website') || isSame('email') || isNear;
}
