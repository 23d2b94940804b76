/** Money by hand: refunds, credits, discounts, and plans that no card pays for. */
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { actorKinds } from '#shared/actor-kinds.ts';
import { moneyActKinds } from '#shared/money-act-kinds.ts';
import { users } from './accounts.ts';
import { createdAt, instant, wordsIndex } from './columns.ts';

/** Rows outlive their people, as those of billing.ts do. */
const person = () => uuid().references(() => users.id, { onDelete: 'set null' });

/** The facts of a cash plan before they were corrected. */
interface FormerBooking {
  cents: number | null;
  receivedOn: string | null;
  reference: string | null;
}

export const moneyActs = pgTable(
  'money_acts',
  {
    /** Made by the form that asks for the act: sending the form twice makes one act, here and at Stripe. */
    id: uuid().primaryKey(),
    kind: text({ enum: moneyActKinds }).notNull(),
    /** The person who has paid, or has the plan. */
    userId: person(),
    /** The paid plan of a refund, a credit, a discount or its end. */
    subscriptionId: text(),
    /** The cash plan that the act is about. */
    planId: uuid().references((): AnyPgColumn => moneyActs.id),
    /** Given back, credited, or received in cash or by check; of a correction the amount from then on. */
    cents: integer(),
    /** Only of a correction. */
    was: jsonb().$type<FormerBooking>(),
    /** A discount, or the one that was ended, and its months; null months: for as long as the plan runs. */
    percentOff: integer(),
    months: integer(),
    /** In staff's words; the person reads them in the mail and on the dashboard. */
    reason: text().notNull(),
    /**
     * A cash plan has the day on which the money came ('2026-07-04') and the number of the check or the receipt. Money that went
     * back or never came has the day on which that was so.
     */
    receivedOn: text(),
    reference: text(),
    /** Only of a cash plan: the number that its mails and its bill show. It never changes, and no other plan has it. */
    receipt: text(),
    /** The names of the businesses that a cash plan was for when it was booked: a bill stays as it was made. Null for all else. */
    forBusinesses: jsonb().$type<string[]>(),
    /** The last second of a plan that no card pays for. */
    endsAt: instant(),
    /** Staff have ended it earlier, and why. */
    endedAt: instant(),
    endReason: text(),
    /** The letters about the end: two weeks before it, and at it. For the end of a plan by card, or its going on: Stripe has it, and the mail is written. */
    toldEndingAt: instant(),
    toldEndedAt: instant(),
    /** null: `actorKind` says who it was. */
    actorId: person(),
    /** A person without an id has had an account, which is deleted. */
    actorKind: text({ enum: actorKinds }).notNull().default('person'),
    createdAt: createdAt(),
  },
  (t) => [
    index('money_acts_user_id').on(t.userId, t.createdAt),
    index('money_acts_cents').on(t.cents),
    uniqueIndex('money_acts_receipt').on(t.receipt),
    wordsIndex('money_acts_words', t.reason, t.reference, t.endReason),
    index('money_acts_plan_id').on(t.planId).where(sql`${t.planId} is not null`),
    index('money_acts_plans').on(t.endsAt).where(sql`${t.endsAt} is not null and ${t.endedAt} is null`),
    check('money_acts_plan_ends', sql`${t.kind} not in ('complimentary', 'cash') or ${t.endsAt} is not null`),
    check(
      'money_acts_of_plan',
      sql`(${t.kind} in ('cash-back', 'cash-missing', 'correction')) = (${t.planId} is not null)`,
    ),
  ],
);

/**
 * Credits, discounts and ends of discounts that staff have asked for and Stripe has not confirmed yet. The row is written before Stripe is asked and goes
 * with the row of `money_acts`, so that a stop at any moment loses nothing and does nothing twice.
 */
export const pendingMoneyActs = pgTable(
  'pending_money_acts',
  {
    /** Id of the act. */
    id: uuid().primaryKey(),
    kind: text({ enum: ['credit', 'discount', 'discount-end'] }).notNull(),
    userId: person(),
    subscriptionId: text().notNull(),
    /** At Stripe. */
    customerId: text().notNull(),
    cents: integer(),
    percentOff: integer(),
    months: integer(),
    reason: text().notNull(),
    actorId: person(),
    createdAt: createdAt(),
    /** The last thing that went wrong; null: nothing yet. */
    failure: text(),
    /** Stripe has refused it for good: nothing was done. */
    refusedAt: instant(),
  },
  (t) => [
    index('pending_money_acts_subscription_id').on(t.subscriptionId),
    check('pending_money_acts_amount', sql`(${t.kind} = 'credit') = (${t.cents} is not null)`),
  ],
);
