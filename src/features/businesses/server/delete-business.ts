/** An administrator deletes a listing for good, once it was rejected or nobody has it, and nothing runs for it. */

import { and, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import {
  announcements,
  businesses,
  businessMessages,
  businessPhotos,
  claims,
  corrections,
  listingOrders,
  offers,
  recommendations,
  reports,
  subscriptions,
  users,
} from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { openClaimStatuses } from '#shared/claim-statuses.ts';
import { formatDate } from '#shared/dates.ts';
import { Problem } from '#shared/problem.ts';
import { nameKey } from '../match-keys.ts';
import type { BusinessDeletion } from '../staff-contract.ts';
import { notFound } from './own-business.ts';

type Row = typeof businesses.$inferSelect;
type Request = Pick<ApiRequest, 'db' | 'city' | 'now'>;

/** The plan of a made-up listing, which nobody pays for: it goes with the listing. */
const isSample = sql`starts_with(${subscriptions.id}, 'sample_')`;

/** @throws Problem 'not_found' */
export async function readDeletion(id: string, request: Request): Promise<BusinessDeletion> {
  const { db } = request;
  const [row] = await db.select().from(businesses).where(eq(businesses.id, id));
  if (row === undefined) throw notFound();
  const isConfirmed = ne(recommendations.status, 'unconfirmed');
  const [owner] = await db.select({ name: users.username }).from(users).where(sql`${users.id} = ${row.ownerId}`);
  return {
    first: await whatFirst(db, row, request),
    owner: owner?.name ?? null,
    goes: {
      picture: (await db.$count(businessPhotos, eq(businessPhotos.businessId, id))) + (row.logoUrl === null ? 0 : 1),
      recommendation: await db.$count(recommendations, and(eq(recommendations.businessId, id), isConfirmed)),
      message: await db.$count(businessMessages, eq(businessMessages.businessId, id)),
      announcement: await db.$count(announcements, eq(announcements.businessId, id)),
      offer: await db.$count(offers, eq(offers.businessId, id)),
      report:
        (await db.$count(reports, eq(reports.businessId, id))) +
        (await db.$count(corrections, eq(corrections.businessId, id))),
    },
  };
}

/** Sentences for staff; none when the listing can be deleted. */
async function whatFirst(db: Database, { id, status, ownerId }: Row, { city, now }: Request): Promise<string[]> {
  const first: string[] = [];
  if (status === 'approved') first.push('It is in the directory. Hide it first.');
  if (status === 'pending') first.push('It waits for a decision. Reject it first.');
  const isOpen = and(eq(claims.businessId, id), inArray(claims.status, openClaimStatuses));
  if ((await db.$count(claims, isOpen)) > 0) first.push('Somebody has claimed it. Decide on the claim first.');
  const runs = and(eq(subscriptions.businessId, id), isNull(subscriptions.endedAt), sql`not ${isSample}`);
  if ((await db.$count(subscriptions, runs)) > 0) first.push('A paid plan runs for it. End it under Billing first.');
  first.push(...(await ordersFirst(db, id, city.facts.timeZone, now())));
  // A rejected listing never was anybody's in the directory: its sender cannot keep it here.
  if (ownerId !== null && status !== 'rejected') {
    const [owner] = await db.select({ name: users.username }).from(users).where(eq(users.id, ownerId));
    first.push(`${owner?.name ?? 'Somebody'} owns it. Give it to nobody first, under Change owner.`);
  }
  return first;
}

async function ordersFirst(db: Database, id: string, timeZone: string, now: Date): Promise<string[]> {
  const { businessId, status, premiumUntil } = listingOrders;
  const orders = await db
    .select({ status, premiumUntil })
    .from(listingOrders)
    .where(and(eq(businessId, id), or(eq(status, 'paid'), and(eq(status, 'handled'), gt(premiumUntil, now)))));
  return orders.map((order) =>
    order.status === 'handled' && order.premiumUntil
      ? `Premium of a paid order runs for it until ${formatDate(order.premiumUntil, timeZone)}. Give the money back under Orders first, or wait until then.`
      : 'A paid order waits for it. Set the listing up or give the money back under Orders first.',
  );
}

/**
 * What belongs to the listing goes with it; orders, former claims and plans stay without it, and so do its events. Pictures that
 * nobody shows then go with the sweep of unused ones.
 * @param typedName null: one of several, whose number was confirmed
 * @throws Problem 'not_found', 'conflict' with what has to be done first, 'invalid' when the typed name is another
 */
export async function deleteBusiness(
  { id, typedName, actorId }: { id: string; typedName: string | null; actorId: string },
  request: Request,
): Promise<{ message: string }> {
  return request.db.transaction(async (tx) => {
    const [row] = await tx.select().from(businesses).where(eq(businesses.id, id)).for('update');
    if (row === undefined) throw notFound();
    const first = await whatFirst(tx, row, request);
    if (first.length > 0) throw new Problem('conflict', first.join(' '));
    if (typedName !== null && !isSameName(typedName, row.name)) {
      const text = `This is not its name. Please type: ${row.name}`;
      throw new Problem('invalid', text, { fields: { name: text } });
    }
    await tx.delete(subscriptions).where(and(eq(subscriptions.businessId, id), isSample));
    await tx.delete(businesses).where(eq(businesses.id, id));
    const { name, address, slug, status } = row;
    await writeAudit(tx, {
      ...{ actorId, action: 'business.deleted', subjectType: 'business', subjectId: id },
      data: { name, address, slug, status },
    });
    await announceChange(tx, ['businesses', 'categories', 'missing', `business:${id}`]);
    return { message: `${name} is deleted.` };
  });
}

/** Nobody types a curly apostrophe: letters and digits decide, where the name has any. */
function isSameName(typed: string, name: string): boolean {
  const key = nameKey(name);
  return key === '' ? typed === name.trim() : nameKey(typed) === key;
}
