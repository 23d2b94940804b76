/** Money: who Stripe knows, what is on its way, what is paid for, and what Stripe has told us. Amounts are in cents. */

import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { claimStatuses } from '#shared/claim-statuses.ts';
import { users } from './accounts.ts';
import { businesses } from './businesses.ts';
import { bytes, createdAt, id, instant, wordsIndex } from './columns.ts';

/** Rows outlive their people: what Stripe says later of somebody who has left still finds what it is about. */
const person = () => uuid().references(() => users.id, { onDelete: 'set null' });
const business = () => uuid().references(() => businesses.id, { onDelete: 'set null' });

export const billingCustomers = pgTable('billing_customers', {
  id: id(),
  /** null: the account is deleted. */
  userId: person().unique(),
  stripeCustomerId: text().notNull().unique(),
  createdAt: createdAt(),
  /** When Stripe was told to forget it. */
  deletedAt: instant(),
});

/** Somebody asks for a listing without an owner; a hold at Stripe stands behind it, charged at approval only. */
export const claims = pgTable(
  'claims',
  {
    id: id(),
    businessId: business(),
    userId: person(),
    /** Domain of the claimant's mailbox, kept when the account goes; null for free mail, where it names nobody. */
    mailDomain: text(),
    plan: text({ enum: ['standard', 'premium'] }).notNull(),
    /** The plan that it becomes with its next period, as the history has it; null: it stays. */
    nextPlan: text({ enum: ['standard', 'premium'] }),
    amountCents: integer().notNull(),
    status: text({ enum: claimStatuses }).notNull().default('pending'),
    sessionId: text().unique(),
    sessionUrl: text(),
    /** When the Checkout session ends by itself; written before Stripe is asked, so that a repeated call asks for the same. */
    expiresAt: instant().notNull(),
    subscriptionId: text().unique(),
    /** The claimant's own words and phone, as evidence. */
    evidenceNote: text().notNull().default(''),
    evidencePhone: text().notNull().default(''),
    /** Staff's last question to the claimant; until `repliedAt`, the claim waits. */
    question: text().notNull().default(''),
    askedAt: instant(),
    repliedAt: instant(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    /** When it came into review; staff answer until `dueAt`. */
    submittedAt: instant(),
    dueAt: instant(),
    decidedAt: instant(),
    /** null: nobody of the staff, see `decidedBy`. */
    decidedById: person(),
    decidedBy: text({ enum: ['staff', 'domain', 'claimant', 'site'] }),
    /** For the claimant: why it was rejected. */
    reason: text().notNull().default(''),
    /** When Stripe confirmed that an unsuccessful claim's subscription is canceled. */
    cancelledAt: instant(),
    endedAt: instant(),
    /** The listing was handed over: the claimant's plan is not renewed, and the successor has the listing until `paidUntil`. */
    handedOverAt: instant(),
    handedOverBy: text({ enum: ['owner', 'staff'] }),
    successorId: person(),
    /** null: the claim costs nothing, and has no end. */
    paidUntil: instant(),
    /** The last letter to the successor was sent when this many days were left. */
    toldDaysLeft: integer(),
    /** The state in which its claimant put it away on the dashboard; one that changes after that is back. */
    putAwayAs: text({ enum: claimStatuses }),
    /** The claim whose paid time this one goes on from: its claimant is the successor there. */
    succeedsId: uuid().references((): AnyPgColumn => claims.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('claims_business_id').on(t.businessId),
    index('claims_user_id').on(t.userId),
    index('claims_successor_id').on(t.successorId),
    wordsIndex('claims_words', t.evidenceNote, t.evidencePhone),
    index('claims_open').on(t.status, t.createdAt).where(sql`${t.status} in ('pending', 'in_review')`),
    uniqueIndex('claims_one_open').on(t.userId, t.businessId).where(sql`${t.status} in ('pending', 'in_review')`),
    check('claims_plan_known', sql`${t.plan} in ('standard', 'premium')`),
  ],
);

/**
 * Pictures of licenses and bills that go with a claim. In the database, so that no address of the site can show them, a
 * backup has them, and they go with their row.
 */
export const claimDocuments = pgTable(
  'claim_documents',
  {
    id: id(),
    claimId: uuid()
      .notNull()
      .references(() => claims.id, { onDelete: 'cascade' }),
    /** WebP, of our own encoding; a PDF as it came. */
    picture: bytes().notNull(),
    /** The name of a PDF; null: a picture. */
    pdfName: text(),
    createdAt: createdAt(),
  },
  (t) => [index('claim_documents_claim_id').on(t.claimId)],
);

/** An upgrade of all of a person's listings that is on its way through Checkout. */
export const upgradeSessions = pgTable(
  'upgrade_sessions',
  {
    id: id(),
    userId: person(),
    interval: text({ enum: ['monthly', 'yearly'] }).notNull(),
    /** The price on its page, which a later change of the price does not touch; null for what was begun before it was kept. */
    amountCents: integer(),
    status: text({ enum: ['open', 'complete', 'expired'] })
      .notNull()
      .default('open'),
    sessionId: text().unique(),
    sessionUrl: text(),
    /** As in claims. */
    expiresAt: instant().notNull(),
    subscriptionId: text(),
    createdAt: createdAt(),
    completedAt: instant(),
  },
  (t) => [
    index('upgrade_sessions_user_id').on(t.userId),
    uniqueIndex('upgrade_sessions_one_open').on(t.userId).where(sql`${t.status} = 'open'`),
  ],
);

/**
 * What Stripe says of a subscription, as last fetched; premium is derived from these rows. Sample content has rows
 * 'sample_{slug}' that Stripe does not know.
 */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: text().primaryKey(),
    userId: person(),
    kind: text({ enum: ['owner_premium', 'claim_premium', 'claim_standard'] }).notNull(),
    /** The listing of a claim's subscription; null for an upgrade, which covers all listings of its owner. */
    businessId: business(),
    claimId: uuid().references(() => claims.id, { onDelete: 'set null' }),
    customerId: text(),
    /** As Stripe names it. */
    status: text().notNull(),
    /** features/billing/catalogue.ts LookupKey */
    priceKey: text(),
    /** The amount of each period: a plan keeps its price when the town's changes. */
    priceCents: integer(),
    /** The price from the next period on; null when the price stays. */
    nextPriceKey: text(),
    nextPriceCents: integer(),
    /** The price that a cancellation took off the plan; whoever takes the cancellation back is told. Null: none. */
    droppedPriceKey: text(),
    droppedPriceCents: integer(),
    /** End of the last period that was paid for and not wholly refunded. */
    paidThrough: instant(),
    /** When it ends or ended by somebody's wish; null while it goes on. */
    endsAt: instant(),
    endedAt: instant(),
    /** Its owner has kept the account after all, and Stripe has not heard yet that the plan goes on. */
    keptAt: instant(),
    /** A card holder disputes a charge: nothing is granted until that is decided. */
    suspendedAt: instant(),
    disputeId: text(),
    disputeStatus: text(),
    /** The last invoice, open while its payment fails. */
    latestInvoiceId: text(),
    /** Since when a payment is owed, and when Stripe tries next. */
    failedAt: instant(),
    nextAttemptAt: instant(),
    /** The letters that its owner has got: about the unpaid invoice, the planned end, the end. */
    toldUnpaidInvoiceId: text(),
    toldEndsAt: instant(),
    toldEndedAt: instant(),
    /** The yearly payment that its owner was reminded of: the end of the period before it. */
    toldRenewsAt: instant(),
    createdAt: createdAt(),
    syncedAt: createdAt(),
  },
  (t) => [
    index('subscriptions_user_id').on(t.userId),
    index('subscriptions_business_id').on(t.businessId),
    index('subscriptions_synced_at').on(t.syncedAt),
    index('subscriptions_price_cents').on(t.priceCents),
  ],
);

/** A one-time payment on /checkout by somebody who need not have an account. */
export const listingOrders = pgTable(
  'listing_orders',
  {
    id: id(),
    paymentIntentId: text().unique(),
    plan: text({ enum: ['standard', 'premium'] }).notNull(),
    amountCents: integer().notNull(),
    email: text(),
    businessName: text(),
    /** The facts that the buyer sent: OrderDetails of features/listing-orders/details-fields.ts. */
    details: jsonb().$type<Record<string, string>>(),
    detailsSentAt: instant(),
    status: text({ enum: ['pending', 'paid', 'handled', 'withdrawn', 'canceled'] })
      .notNull()
      .default('pending'),
    /** The listing that staff made of it. */
    businessId: business(),
    userId: person(),
    createdAt: createdAt(),
    paidAt: instant(),
    dueAt: instant(),
    confirmationSentAt: instant(),
    receiptSentAt: instant(),
    handledAt: instant(),
    handledById: person(),
    /** When nothing of the payment was left. */
    refundedAt: instant(),
    /** The parts that went back, or the whole, as Stripe told last; oldest first. */
    refunds: jsonb().$type<{ id: string; at: string; cents: number }[]>().notNull().default([]),
    disputedAt: instant(),
    staffNote: text().notNull().default(''),
    /** End of the Premium that comes with the order, counted from the day on which the listing was set up. */
    premiumUntil: instant(),
    /** The letters about that end: a week before it, and at it. */
    toldPremiumEndingAt: instant(),
    toldPremiumEndedAt: instant(),
    syncedAt: instant(),
  },
  (t) => [
    index('listing_orders_status').on(t.status, t.createdAt),
    index('listing_orders_business_id').on(t.businessId),
    index('listing_orders_refunds').using('gin', t.refunds.op('jsonb_path_ops')),
    check('listing_orders_plan_known', sql`${t.plan} in ('standard', 'premium')`),
  ],
);

/** Each event of Stripe once: what it was about, and whether it has been acted upon. */
export const stripeEvents = pgTable(
  'stripe_events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    /** When Stripe made it. */
    created: instant().notNull(),
    /** The object that it is about; its contents are not kept. */
    objectKind: text().notNull(),
    objectId: text().notNull(),
    /** Other objects that it names, by kind: {subscription: 'sub_…'}. */
    related: jsonb().notNull().default({}),
    /** Read from Stripe's list, because it never came by itself. */
    isCaughtUp: boolean().notNull().default(false),
    receivedAt: createdAt(),
    processedAt: instant(),
    attempts: integer().notNull().default(0),
    error: text(),
  },
  (t) => [
    index('stripe_events_created').on(t.created),
    index('stripe_events_unprocessed').on(t.receivedAt).where(sql`${t.processedAt} is null`),
  ],
);
