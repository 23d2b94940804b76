/** The listing that staff made for an order belongs to who paid: at once where that account is known, else by the mailed link. */

import { and, eq, gte, inArray, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { hasMailbox } from '#features/accounts/server/has-mailbox.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { followPremium } from '#features/premium/server/derive-premium.ts';
import type { Database } from '#server/db/client.ts';
import { auditLog, businesses, claims, listingOrders, users } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { ApiRequest, Services } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { mailListingTaken } from './order-letters.ts';

type Order = typeof listingOrders.$inferSelect;
type Person = Pick<typeof users.$inferSelect, 'id'>;

/** The account that paid, or whose confirmed mailbox did. */
export async function buyerOf(tx: Database, { userId, email }: Order): Promise<Person | undefined> {
  const isMailbox = and(isNotNull(users.emailVerifiedAt), hasMailbox(email));
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
 * Tells whether the listing had an owner before, or a claim with a card waits. Such a listing is not given to the buyer: staff may have
 * taken it from them, or they have passed it on.
 */
async function wasOwned(db: Database, businessId: string): Promise<boolean> {
  // A gift to the buyer does not count once the mark that made it was undone.
  const undone = alias(auditLog, 'undone');
  const taken = db
    .select({ id: undone.id })
    .from(undone)
    .where(
      and(
        eq(undone.action, 'order.undone'),
        eq(undone.subjectType, 'order'),
        eq(undone.subjectId, sql`${auditLog.data} ->> 'order'`),
        gte(undone.at, auditLog.at),
      ),
    );
  const isPassedOn = and(
    eq(auditLog.subjectType, 'business'),
    eq(auditLog.subjectId, businessId),
    inArray(auditLog.action, ['business.owner-changed', 'business.handed-over']),
    notExists(taken),
  );
  const isClaimed = and(
    eq(claims.businessId, businessId),
    inArray(claims.status, ['in_review', 'approved', 'ending', 'handed_over', 'ended']),
  );
  return (await db.$count(auditLog, isPassedOn)) > 0 || (await db.$count(claims, isClaimed)) > 0;
}

/**
 * Finds the order's listing if staff made it for the order, and nobody has owned or claimed it. A listing that was there before needs a
 * claim. Hidden and rejected listings stay with staff.
 */
export async function freeListing(db: Database, { status, businessId, paidAt }: Order) {
  if (status !== 'handled' || businessId === null || paidAt === null) return undefined;
  const [listing] = await db.select().from(businesses).where(eq(businesses.id, businessId));
  if (listing === undefined || listing.ownerId !== null || listing.createdAt < paidAt) return undefined;
  if (listing.status === 'hidden' || listing.status === 'rejected') return undefined;
  return (await wasOwned(db, listing.id)) ? undefined : listing;
}

/** Locks the order with its listing, the listing first, as a merge of two listings does. */
export async function lockOrder(tx: Database, orderId: string, also?: string): Promise<Order | undefined> {
  const [known] = await tx
    .select({ businessId: listingOrders.businessId })
    .from(listingOrders)
    .where(eq(listingOrders.id, orderId));
  const ids = [known?.businessId, also].filter((id) => id != null);
  if (ids.length > 0)
    await tx.select().from(businesses).where(inArray(businesses.id, ids)).orderBy(businesses.id).for('update');
  const [order] = await tx.select().from(listingOrders).where(eq(listingOrders.id, orderId)).for('update');
  return order;
}

/** Makes the person the owner of the order's listing. Returns whether it could. */
export async function giveToBuyer(
  tx: Database,
  { order, buyer, actorId }: { order: Order; buyer: Person; actorId: string },
  now: Date,
): Promise<boolean> {
  const listing = await freeListing(tx, order);
  if (listing === undefined) return false;
  const given = await tx
    .update(businesses)
    .set({ ownerId: buyer.id, updatedAt: now })
    // Staff may have begun the listing after the locks were taken, so it may be unlocked and have an owner by now.
    .where(and(eq(businesses.id, listing.id), isNull(businesses.ownerId)))
    .returning({ id: businesses.id });
  if (given.length === 0) return false;
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
    const order = orderId === undefined ? undefined : await lockOrder(tx, orderId);
    if (order === undefined) throw new Problem('not_found', 'We know of no paid listing here.');
    const isGiven = await giveToBuyer(tx, { order, buyer: user, actorId: user.id }, request.now());
    const [listing] = await tx
      .select({ name: businesses.name, ownerId: businesses.ownerId })
      .from(businesses)
      .where(eq(businesses.id, order.businessId ?? sql`null`));
    if (!isGiven && listing?.ownerId !== user.id) {
      throw new Problem('conflict', 'This listing cannot be taken over here. Please answer our email about it.');
    }
    if (isGiven && listing && order.email && order.email.toLowerCase() !== user.email.toLowerCase()) {
      await mailListingTaken(tx, request, { business: listing.name, username: user.username, to: order.email });
    }
    return `${listing?.name ?? 'The listing'} is yours now.`;
  });
}

/** Gives the listings that a mailbox has paid for to the account that has just confirmed that mailbox. */
export async function giveToConfirmed(userId: string, { db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const isPayers = and(eq(users.id, userId), isNotNull(users.emailVerifiedAt), isNull(users.bannedAt));
  const orders = await db
    .select({ id: listingOrders.id })
    .from(listingOrders)
    .innerJoin(users, and(isPayers, sql`lower(${listingOrders.email}) = lower(${users.email})`))
    .where(and(eq(listingOrders.status, 'handled'), isNotNull(listingOrders.businessId)))
    .orderBy(listingOrders.id)
    .limit(100);
  for (const { id } of orders) {
    await db.transaction(async (tx) => {
      const order = await lockOrder(tx, id);
      const buyer = order && (await buyerOf(tx, order));
      if (order && buyer?.id === userId) await giveToBuyer(tx, { order, buyer, actorId: userId }, now());
    });
  }
}
