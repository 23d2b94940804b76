/** Takes the mark off an order that staff marked done a moment ago. */
import { and, eq, gte, sql } from 'drizzle-orm';
import { followPremium } from '#features/premium/server/derive-premium.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, listingOrders, staffActs } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { Problem } from '#shared/problem.ts';
import { lockOrder } from './ordered-listing.ts';

/** The facts of an order before it was marked done. */
export interface OrderBefore {
  businessId: string | null;
  staffNote: string;
  /** The buyer who got the listing with the mark. */
  gaveTo: string | null;
}

interface Marked {
  at: Date;
  before: OrderBefore;
  now: Date;
}

/**
 * The order waits again, its Premium is gone, and the listing that went to the buyer is nobody's. Answers what the history shows.
 * @throws Problem 'conflict' when the order or the listing is not as the mark left it
 */
export async function undoOrderDone(
  tx: Database,
  id: string,
  { at, before: { businessId, staffNote, gaveTo }, now }: Marked,
): Promise<Record<string, unknown>> {
  const order = await lockOrder(tx, id);
  if (order?.status !== 'handled' || order.handledAt?.getTime() !== at.getTime()) throw changed();
  const listingId = order.businessId;
  await tx
    .update(listingOrders)
    .set({ status: 'paid', handledAt: null, handledById: null, premiumUntil: null, businessId, staffNote })
    .where(eq(listingOrders.id, id));
  if (listingId === null) return {};
  if (gaveTo !== null) {
    const isStillTheirs = and(eq(businesses.id, listingId), eq(businesses.ownerId, gaveTo));
    const taken = await tx
      .update(businesses)
      .set({ ownerId: null, updatedAt: now })
      .where(isStillTheirs)
      .returning({ id: businesses.id });
    if (taken.length === 0) throw changed();
  }
  await followPremium(tx, listingId);
  await announceChange(tx, ['businesses', `business:${listingId}`]);
  const [listing] = await tx.select({ name: businesses.name }).from(businesses).where(eq(businesses.id, listingId));
  return { business: listing?.name ?? '' };
}

const changed = () => new Problem('conflict', 'It has been changed since. Please look at its history.');

/** Deletes the mail of *Mark done* that still waits: once nothing of the payment is left, its words about the plan are not true. */
export async function dropDoneMail(tx: Database, orderId: string): Promise<void> {
  const acts = await tx
    .select({ mails: staffActs.mails })
    .from(staffActs)
    .where(and(eq(staffActs.kind, 'order'), eq(staffActs.subjectId, orderId)));
  const ids = acts.flatMap(({ mails }) => mails);
  if (ids.length === 0) return;
  await tx.execute(sql`delete from pgboss.job where name = ${sendMail.name} and state = 'created' and id in ${ids}`);
}

/** @throws Problem 'conflict' when an order was marked done with this listing since: its buyer would be told what is not so */
export async function refuseAfterOrder(tx: Database, businessId: string, since: Date): Promise<void> {
  const isDoneSince = and(
    eq(listingOrders.businessId, businessId),
    eq(listingOrders.status, 'handled'),
    gte(listingOrders.handledAt, since),
  );
  if ((await tx.$count(listingOrders, isDoneSince)) === 0) return;
  throw new Problem('conflict', 'Its paid order has been marked done since. Please undo that first.');
}
