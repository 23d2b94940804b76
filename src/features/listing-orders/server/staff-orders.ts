import { and, desc, eq, lt, or, type SQL, sql } from 'drizzle-orm';
import { wasFirst } from '#features/audit/server/last-actor.ts';
import { mailAfterUndo, noteAct } from '#features/audit/server/note-act.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { listingPremiumMonths } from '#features/billing/catalogue.ts';
import { followPremium } from '#features/premium/server/derive-premium.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, businessSlugs, listingOrders, users } from '#server/db/schema/index.ts';
import type { ApiRequest, Services } from '#server/http/serve.ts';
import { lendSecrets } from '#server/site-secret.ts';
import { Problem } from '#shared/problem.ts';
import type { StaffOrder } from '../staff-contract.ts';
import { missingOfListing } from './missing-of-listing.ts';
import { readDetails } from './order-details.ts';
import { mailOrderDone } from './order-letters.ts';
import { buyerOf, freeListing, giveToBuyer, lockOrder } from './ordered-listing.ts';
import type { OrderBefore } from './undo-order.ts';

export const gone = 'This order is not there any more.';

/** Newest first. */
export async function readOrders(db: Database, where: SQL | undefined, limit: number): Promise<StaffOrder[]> {
  const rows = await db
    .select({
      order: listingOrders,
      handledBy: users.username,
      business: { id: businesses.id, slug: businesses.slug, name: businesses.name, status: businesses.status },
    })
    .from(listingOrders)
    .leftJoin(users, eq(users.id, listingOrders.handledById))
    .leftJoin(businesses, eq(businesses.id, listingOrders.businessId))
    .where(where)
    .orderBy(desc(listingOrders.id))
    .limit(limit);
  return rows.map(({ order, handledBy, business }) => ({
    ...order,
    business: business && { ...business, isPublic: business.status === 'approved' },
    premiumUntil: order.premiumUntil?.toISOString() ?? null,
    paidAt: order.paidAt?.toISOString() ?? null,
    handledAt: order.handledAt?.toISOString() ?? null,
    refundedAt: order.refundedAt?.toISOString() ?? null,
    disputedAt: order.disputedAt?.toISOString() ?? null,
    note: order.staffNote,
    details: readDetails(order),
    detailsSentAt: order.detailsSentAt?.toISOString() ?? null,
    handledBy,
  }));
}

const statusOf = { open: 'paid', done: 'handled', withdrawn: 'withdrawn' } as const;

/** Newest first. */
export function listOrders(
  db: Database,
  { state, cursor, limit }: { state: keyof typeof statusOf; cursor: string | undefined; limit: number },
): Promise<StaffOrder[]> {
  const { id, status } = listingOrders;
  return readOrders(db, and(eq(status, statusOf[state]), cursor ? lt(id, cursor) : undefined), limit);
}

export async function oneOrder(db: Database, id: string): Promise<StaffOrder> {
  const [order] = await readOrders(db, eq(listingOrders.id, id), 1);
  if (!order) throw new Problem('not_found', gone);
  return order;
}

type Listing = Pick<typeof businesses.$inferSelect, 'id' | 'slug' | 'name' | 'status'>;

/** The listing that staff name by its slug or by the address of its page; undefined when the field is empty. */
async function namedListing(db: Database, text: string): Promise<Listing | undefined> {
  const slug =
    text
      .replace(/[?#].*$/, '')
      .replace(/\/+$/, '')
      .split('/')
      .at(-1) ?? '';
  if (slug === '') return undefined;
  const { id, name, status } = businesses;
  const former = db.select({ id: businessSlugs.businessId }).from(businessSlugs).where(eq(businessSlugs.slug, slug));
  const [listing] = await db
    .select({ id, slug: businesses.slug, name, status })
    .from(businesses)
    .where(or(eq(businesses.slug, slug), sql`${id} in ${former}`));
  if (!listing) throw noListing('There is no such listing');
  if (listing.status !== 'approved') {
    throw noListing(`${listing.name} is not public: approve it, or show it again, first`, { listing: listing.id });
  }
  return listing;
}

/** Names the colleague who was first. */
export async function waitsNoMore(
  tx: Database,
  { id, status, disputedAt }: typeof listingOrders.$inferSelect,
  request: Pick<ApiRequest, 'user' | 'now'>,
): Promise<Problem> {
  if (status === 'withdrawn' && disputedAt === null) {
    const back = { subjectType: 'order', subjectId: id, actions: ['order.refunded'] };
    const first = await wasFirst(tx, back, 'refunded this order', request);
    return new Problem('conflict', `${first.message} Nothing is due for it any more.`);
  }
  if (status === 'withdrawn') return new Problem('conflict', 'The card’s owner disputes the payment of this order.');
  if (status !== 'handled') return new Problem('conflict', 'This order does not wait for anybody any more.');
  const done = { subjectType: 'order', subjectId: id, actions: ['order.done'] };
  return wasFirst(tx, done, 'marked this order done', request);
}

/** @param more the id of a listing that staff have to open first */
const noListing = (reason: string, more: { listing?: string } = {}) =>
  new Problem('invalid', `${reason}.`, { fields: { business: reason, ...more } });

interface Done {
  id: string;
  /** The slug or the address of the listing's page. */
  business?: string | undefined;
  note: string;
  /** True: what the listing lacks is known. */
  evenSo?: boolean | undefined;
  actorId: string;
}

/**
 * Marks the listing as set up. The Premium of a premium order begins at that moment; the mail waits until nobody can undo it any more.
 * @throws Problem 'not_found', 'conflict' when it is done already or was refunded, or the listing lacks something that nobody was told
 * of yet, or 'invalid' when a premium order names no public listing
 */
export async function markDone(
  services: Services & Pick<ApiRequest, 'user'>,
  { id, business, note, evenSo, actorId }: Done,
): Promise<StaffOrder> {
  const { db, now } = services;
  await db.transaction(async (tx) => {
    lendSecrets(db, tx);
    // An order that was refunded meanwhile says so first, whatever is wrong with the listing.
    const [known] = await tx.select().from(listingOrders).where(eq(listingOrders.id, id));
    if (known && known.status !== 'paid') throw await waitsNoMore(tx, known, services);
    const listing = await namedListing(tx, business ?? '');
    const order = await lockOrder(tx, id, listing?.id);
    if (!order) throw new Problem('not_found', gone);
    if (order.status !== 'paid') throw await waitsNoMore(tx, order, services);
    const hasPremium = order.plan === 'premium';
    if (hasPremium && !listing) throw noListing('Please say which listing it is: its Premium begins there');
    const missing = listing && !evenSo ? await missingOfListing(tx, order, listing.id) : '';
    if (missing !== '') throw new Problem('conflict', missing, { fields: { evenSo: missing } });
    const handledAt = now();
    const months = sql`make_interval(months => ${listingPremiumMonths})`;
    const premiumUntil = hasPremium ? sql`${handledAt.toISOString()}::timestamptz + ${months}` : null;
    const [done] = await tx
      .update(listingOrders)
      .set({
        ...{ status: 'handled', handledAt, handledById: actorId, staffNote: note, premiumUntil },
        businessId: listing?.id ?? order.businessId,
      })
      .where(eq(listingOrders.id, id))
      .returning();
    if (done && listing && hasPremium) await followPremium(tx, listing.id);
    const buyer = done && (await buyerOf(tx, done));
    const isOwned = done && buyer ? await giveToBuyer(tx, { order: done, buyer, actorId }, handledAt) : false;
    const isFree = done !== undefined && (await freeListing(tx, done)) !== undefined;
    const letter = done?.email ? { order: done, listing, to: done.email, isOwned, isFree } : null;
    const mails = letter === null ? [] : [await mailOrderDone(tx, services, letter, mailAfterUndo(handledAt))];
    const before: OrderBefore = {
      businessId: order.businessId,
      staffNote: order.staffNote,
      gaveTo: isOwned ? (buyer?.id ?? null) : null,
    };
    await noteAct(tx, { kind: 'order', actorId, subjectId: id, before, mails, at: handledAt });
    const begun = done?.premiumUntil ? { premiumUntil: done.premiumUntil.toISOString() } : {};
    const data = { note, ...(listing ? { business: listing.name } : {}), cents: order.amountCents, ...begun };
    await writeAudit(tx, { actorId, action: 'order.done', subjectType: 'order', subjectId: id, data });
  });
  return oneOrder(db, id);
}
