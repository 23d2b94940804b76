/** The listing that staff made for an order belongs to who paid: at once where that account is known, else by the mailed link. */
import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { followPremium } from '#features/premium/server/derive-premium.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, claims, listingOrders, users } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';

type Order = typeof listingOrders.$inferSelect;
type Person = Pick<typeof users.$inferSelect, 'id'>;

/** The account that paid, or whose confirmed mailbox did. */
export async function buyerOf(tx: Database, { userId, email }: Order): Promise<Person | undefined> {
  const isMailbox = and(isNotNull(users.emailVerifiedAt), sql`lower(${users.email}) = lower(${email})`);
  const isBuyer = userId === null ? isMailbox : or(eq(users.id, userId), isMailbox);
  const [buyer] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(isBuyer, isNull(users.bannedAt)))
    .orderBy(sql`(${users.id} = ${userId}) desc nulls last`)
    .limit(1);
  return buyer;
}

/**
 * Finds the order's listing, where it was made for the order and nobody has it or wants it: a listing that was there before is taken over
 * by a claim.
 */
export async function freeListing(db: Database, { status, businessId, paidAt }: Order, { isLocked = false } = {}) {
  if (status !== 'handled' || businessId === null || paidAt === null) return undefined;
  const rows = db.select().from(businesses).where(eq(businesses.id, businessId));
  const [listing] = await (isLocked ? rows.for('update') : rows);
  if (listing === undefined || listing.ownerId !== null || listing.createdAt < paidAt) return undefined;
  const isOpen = and(eq(claims.businessId, listing.id), inArray(claims.status, ['pending', 'in_review']));
  return (await db.$count(claims, isOpen)) > 0 ? undefined : listing;
}

/** Makes the person the owner of the order's listing. Returns whether it could. */
export async function giveToBuyer(
  tx: Database,
  { order, buyer, actorId }: { order: Order; buyer: Person; actorId: string },
  now: Date,
): Promise<boolean> {
  const listing = await freeListing(tx, order, { isLocked: true });
  if (listing === undefined) return false;
  await tx.update(businesses).set({ ownerId: buyer.id, updatedAt: now }).where(eq(businesses.id, listing.id));
  await writeAudit(tx, {
    actorId,
    action: 'business.owner-changed',
    subjectType: 'business',
    subjectId: listing.id,
    data: { name: listing.name, ownerId: [null, buyer.id], order: order.id },
  });
  await followPremium(tx, listing.id);
  await announceChange(tx, ['businesses', `business:${listing.id}`]);
  return true;
}

/**
 * Gives the listing of an order to who holds its link or paid in this browser. Doing it twice is no mistake.
 * @throws Problem 'not_found', 'conflict' when it is not set up, was there before the order, or is somebody else's
 */
export async function takeListing(orderId: string | undefined, request: ApiRequest): Promise<string> {
  const user = requireUser(request.user);
  if (!user.emailVerified) {
    throw new Problem('conflict', 'Please confirm your email address first, then open this page again.');
  }
  return request.db.transaction(async (tx) => {
    const [order] =
      orderId === undefined
        ? []
        : await tx.select().from(listingOrders).where(eq(listingOrders.id, orderId)).for('update');
    if (order === undefined) throw new Problem('not_found', 'We know of no paid listing here.');
    const isGiven = await giveToBuyer(tx, { order, buyer: user, actorId: user.id }, request.now());
    const [listing] = await tx
      .select({ name: businesses.name, ownerId: businesses.ownerId })
      .from(businesses)
      .where(eq(businesses.id, order.businessId ?? sql`null`));
    if (!isGiven && listing?.ownerId !== user.id) {
      throw new Problem('conflict', 'This listing cannot be taken over here. Please answer our email about it.');
    }
    return `${listing?.name ?? 'The listing'} is yours now.`;
  });
}
