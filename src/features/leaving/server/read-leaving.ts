import { and, eq, inArray, sql } from 'drizzle-orm';
import { listPrepaid } from '#features/billing/server/prepaid-premium.ts';
import { openStatuses } from '#features/claims/claim-states.ts';
import { listTakenOver } from '#features/premium/server/taken-over.ts';
import type { Database } from '#server/db/client.ts';
import {
  accountDeletions,
  businesses,
  claims,
  listingManagers,
  listingOrders,
  newsletterSubscribers,
  users,
} from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import type { Leaving } from '../contract.ts';
import { addressesOf, isOrderOfLeaver } from './addresses-of-person.ts';
import { listListingsOf, listWaitingOf } from './listings-of.ts';
import {
  creditOf,
  describePlan,
  listCashPlans,
  listPaidPlans,
  type PaidPlan,
  paidUntil,
  refundOf,
} from './paid-plans.ts';

/** The facts that the account page shows before a deletion. @throws Problem 'signed_out' when the account is gone */
export async function readLeaving(services: Services, userId: string): Promise<Leaving> {
  const { db, now } = services;
  const at = now();
  const rows = await listPaidPlans(db, userId, at);
  const cashPlans = await listCashPlans(db, userId, at);
  const prepaid = await listPrepaid(db, userId, at);
  const back = await readRefunds(services, rows, userId);
  const plans = rows.map((row, i) => describePlan(row, back?.refunds[i] ?? null));
  const [scheduled] = await db.select().from(accountDeletions).where(eq(accountDeletions.userId, userId));
  const [person] = await db.select().from(users).where(eq(users.id, userId));
  // Deleted in the moment since the session was read.
  if (person === undefined) throw new Problem('signed_out', 'Please log in first.');
  const open = await db
    .select({ name: businesses.name })
    .from(claims)
    .innerJoin(businesses, eq(businesses.id, claims.businessId))
    .where(and(eq(claims.userId, userId), inArray(claims.status, [...openStatuses])));
  const addresses = await addressesOf(db, person);
  const isContact = and(eq(businesses.ownerId, userId), inArray(sql`lower(${businesses.email})`, addresses.own));
  const contacts = await db.select({ name: businesses.name }).from(businesses).where(isContact).limit(100);
  const isReader = and(
    sql`lower(${newsletterSubscribers.email}) = lower(${person.email})`,
    inArray(newsletterSubscribers.status, ['subscribed', 'pending']),
  );
  const isOrdered = and(isOrderOfLeaver(person, addresses), eq(listingOrders.status, 'paid'));
  const orders = await db.select({ name: listingOrders.businessName }).from(listingOrders).where(isOrdered).limit(20);
  return {
    plans,
    cashPlans,
    prepaid,
    takenOver: (await listTakenOver(db, userId)).map(({ businessId, business, until }) => ({
      ...{ businessId, business, until },
    })),
    openClaims: open.map(({ name }) => name),
    listings: await listListingsOf(db, userId),
    waitingListings: await listWaitingOf(db, userId),
    managed: await readManaged(db, userId),
    openOrders: orders.map(({ name }) => name ?? 'your business'),
    paidUntil: paidUntil(rows, [...cashPlans, ...prepaid], at)?.toISOString() ?? null,
    credit: back && back.credit.endCents > 0 ? back.credit : null,
    refundCents: back && back.unusedCents + back.credit.nowCents,
    deletesAt: scheduled?.dueAt.toISOString() ?? null,
    contactListings: contacts.map(({ name }) => name),
    newsletter: person.emailVerifiedAt !== null && (await db.$count(newsletterSubscribers, isReader)) > 0,
  };
}

interface Back {
  /** One for each plan, and their sum. */
  refunds: number[];
  unusedCents: number;
  credit: NonNullable<Leaving['credit']>;
}

/** Null when Stripe does not answer. */
async function readRefunds(services: Services, rows: readonly PaidPlan[], userId: string): Promise<Back | null> {
  try {
    const refunds: number[] = [];
    for (const row of rows) refunds.push(await refundOf(services, row, services.now()));
    const unusedCents = refunds.reduce((sum, cents) => sum + cents, 0);
    const endCents = await creditOf(services, userId, 0);
    const nowCents = endCents === 0 ? 0 : await creditOf(services, userId, unusedCents);
    return { refunds, unusedCents, credit: { nowCents, endCents } };
  } catch (error) {
    services.log.warn({ part: 'billing', err: error }, 'the payment service does not say what would be given back');
    return null;
  }
}

async function readManaged(db: Database, userId: string): Promise<Leaving['managed']> {
  const rows = await db
    .select({ business: businesses.name, manager: users.username })
    .from(listingManagers)
    .innerJoin(businesses, and(eq(businesses.id, listingManagers.businessId), eq(businesses.ownerId, userId)))
    .innerJoin(users, eq(users.id, listingManagers.userId))
    .orderBy(businesses.name, users.username)
    .limit(100);
  const byListing = Map.groupBy(rows, ({ business }) => business);
  return [...byListing].map(([business, found]) => ({ business, managers: found.map(({ manager }) => manager) }));
}
