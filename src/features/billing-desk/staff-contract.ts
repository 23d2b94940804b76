/** The staff's view of payments: failures and subscriptions. Listing orders have a page of their own. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { moneyActKinds } from '#shared/money-act-kinds.ts';
import { actId, cents, madeGood, reason } from './money-fields.ts';

export const BillingFailure = z.object({
  id: z.string(),
  /** 'event': from Stripe. 'job': a job that failed for good. */
  kind: z.enum(['event', 'job']),
  /** 'invoice.paid', 'end-subscription' */
  name: z.string(),
  /** The id of Stripe's object, or the job's payload. */
  about: z.string(),
  at: z.string(),
  attempts: z.number(),
  reason: z.string(),
});
export type BillingFailure = z.infer<typeof BillingFailure>;

export const listFailures = endpoint({
  method: 'GET',
  path: '/api/staff/billing/failures',
  who: 'staff',
  rights: ['treasurer'],
  summary:
    "Events of Stripe's that could not be worked on, and payment jobs that were given up; newest first, at most 100",
  answer: z.array(BillingFailure),
  problems: [],
});

export const replayFailure = endpoint({
  method: 'POST',
  path: '/api/staff/billing/failures/{id}/replay',
  who: 'staff',
  rights: ['treasurer'],
  summary: 'Does the work of a failed event or job once more; doing it twice does no harm',
  params: z.object({ id: z.string().check(z.maxLength(100)) }),
  body: z.object({ kind: z.enum(['event', 'job']) }),
  answer: z.object({ queued: z.boolean() }),
  problems: ['not_found'],
});

export const StaffSubscription = z.object({
  id: z.string(),
  kind: z.enum(['owner_premium', 'claim_premium', 'claim_standard']),
  status: z.string(),
  person: z.nullable(z.object({ id: z.string(), username: z.string(), email: z.string() })),
  business: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** Cents per period; null for a price that is no longer sold. */
  cents: z.nullable(z.number()),
  interval: z.nullable(z.enum(['month', 'year'])),
  /** The price from the next period on, without a discount. */
  nextPrice: z.nullable(z.object({ cents: z.number(), interval: z.enum(['month', 'year']) })),
  paidThrough: z.nullable(z.string()),
  endsAt: z.nullable(z.string()),
  /** The plan that it becomes once the paid time is over; null: it stays. */
  next: z.nullable(
    z.object({
      kind: z.enum(['owner_premium', 'claim_premium', 'claim_standard']),
      cents: z.nullable(z.number()),
      interval: z.enum(['month', 'year']),
    }),
  ),
  failedAt: z.nullable(z.string()),
  isDisputed: z.boolean(),
  /** Money that staff have given back of its payments, credited, and take off it. */
  refundedCents: z.number(),
  refundedAt: z.nullable(z.string()),
  creditedCents: z.number(),
  /** The discount that the next payment is lower by. */
  discount: z.nullable(z.object({ percentOff: z.number(), months: z.nullable(z.number()) })),
  /** Money went back after Stripe last told how the plan stands: `status` may be out of date. */
  isSettling: z.boolean(),
  /** Its listing is another owner's, who has it for as long as it is paid. */
  isHandedOver: z.boolean(),
  /** A credit, a discount or its end that is not done: the person's money has it. null: none. */
  pending: z.nullable(z.enum(['under-way', 'refused'])),
  /** Part of the sample content: nobody pays for it. */
  isSample: z.boolean(),
});
export type StaffSubscription = z.infer<typeof StaffSubscription>;

export const subscriptionStates = ['running', 'trouble', 'over'] as const;

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/api/staff/billing/subscriptions',
  who: 'staff',
  rights: ['treasurer'],
  summary: 'Subscriptions as Stripe last told, newest first, at most 200; "trouble": unpaid or disputed',
  query: z.object({ state: z._default(z.enum(subscriptionStates), 'running') }),
  answer: z.array(StaffSubscription),
  problems: [],
});

const subscriptionParams = z.object({ id: z.string().check(z.maxLength(100)) });
const personParams = z.object({ id: z.guid() });

export const refundSubscription = endpoint({
  method: 'POST',
  path: '/api/staff/billing/subscriptions/{id}/refund',
  who: 'staff',
  rights: ['treasurer'],
  freshProof: true,
  summary: 'Gives the last payment back, or a part of it; once all of it is back, the plan ends at once',
  params: subscriptionParams,
  /** Without `cents`: all that is left of the payment. */
  body: z.object({ id: actId, cents: z.optional(cents), reason, madeGood }),
  answer: z.object({ cents: z.number() }),
  problems: ['not_found', 'conflict', 'invalid', 'unavailable'],
});

export const creditPerson = endpoint({
  method: 'POST',
  path: '/api/staff/billing/subscriptions/{id}/credit',
  who: 'staff',
  rights: ['treasurer'],
  freshProof: true,
  summary: 'Credits part of the last payment: it pays for what is due next, before the card does',
  params: subscriptionParams,
  body: z.object({
    id: actId,
    cents,
    reason,
    madeGood,
  }),
  /** Under way: the payment service has not confirmed it yet, and is asked again by itself. */
  answer: z.object({ cents: z.number(), isUnderWay: z.boolean() }),
  problems: ['not_found', 'conflict', 'invalid', 'unavailable'],
});

export const discountPlan = endpoint({
  method: 'POST',
  path: '/api/staff/billing/subscriptions/{id}/discount',
  who: 'staff',
  rights: ['treasurer'],
  freshProof: true,
  summary: 'Takes a part off the payments of a running plan, for some months or for as long as it runs',
  params: subscriptionParams,
  body: z.object({
    id: actId,
    percentOff: z
      .number('Please enter a number from 1 to 100')
      .check(z.int(), z.minimum(1, 'Please enter 1 to 100'), z.maximum(100, 'Please enter 1 to 100')),
    /** Null: for as long as the plan runs. */
    months: z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(36, 'At most 36 months'))),
    reason,
    /** The discount that the caller has seen on the plan; null for none. Another one refuses. */
    was: z.optional(z.nullable(z.object({ percentOff: z.number(), months: z.nullable(z.number()) }))),
  }),
  answer: z.object({ percentOff: z.number(), isUnderWay: z.boolean() }),
  problems: ['not_found', 'conflict', 'invalid'],
});

export const endDiscount = endpoint({
  method: 'POST',
  path: '/api/staff/billing/subscriptions/{id}/discount/end',
  who: 'staff',
  rights: ['treasurer'],
  freshProof: true,
  summary: 'Ends the discount of a running plan: from the next payment on the full price counts',
  params: subscriptionParams,
  body: z.object({ id: actId, reason }),
  answer: z.object({ isUnderWay: z.boolean() }),
  problems: ['not_found', 'conflict', 'invalid'],
});

export const putActAway = endpoint({
  method: 'POST',
  path: '/api/staff/billing/acts/{id}/put-away',
  who: 'staff',
  rights: ['treasurer'],
  summary: 'Takes a credit, a discount or its end that the payment service has refused off the list; nothing was done',
  params: z.object({ id: z.guid() }),
  answer: z.object({ isPutAway: z.boolean() }),
  problems: ['not_found', 'conflict'],
});

/** A credit, a discount or its end that the payment service has not confirmed. */
export const PendingAct = z.object({
  id: z.string(),
  kind: z.enum(['credit', 'discount', 'discount-end']),
  cents: z.nullable(z.number()),
  percentOff: z.nullable(z.number()),
  months: z.nullable(z.number()),
  reason: z.string(),
  by: z.nullable(z.string()),
  at: z.string(),
  /** The last thing that went wrong; null: nothing yet. */
  failure: z.nullable(z.string()),
  /** Nothing was done, and nobody tries again. */
  isRefused: z.boolean(),
});
export type PendingAct = z.infer<typeof PendingAct>;

export const StaffMoneyAct = z.object({
  id: z.string(),
  kind: z.enum(moneyActKinds),
  cents: z.nullable(z.number()),
  /** Only of a correction: the booking before it. */
  was: z.nullable(
    z.object({
      cents: z.nullable(z.number()),
      receivedOn: z.nullable(z.string()),
      reference: z.nullable(z.string()),
    }),
  ),
  percentOff: z.nullable(z.number()),
  months: z.nullable(z.number()),
  reason: z.string(),
  receivedOn: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  /** The number on the mail and the bill of a cash plan. */
  receipt: z.nullable(z.string()),
  endsAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  endReason: z.nullable(z.string()),
  /** The part of a cash plan's money that went back or never came. */
  goneCents: z.number(),
  /** The part of it that never came. */
  missingCents: z.optional(z.number()),
  /** Money that went back or never came: the booking was wrong, and was taken back. */
  isTakenBack: z.optional(z.boolean()),
  /** A correction that takes such a booking back. */
  takesBack: z.optional(z.enum(['cash-back', 'cash-missing'])),
  /** A plan that holds at this moment. */
  isRunning: z.boolean(),
  by: z.nullable(z.string()),
  at: z.string(),
});
export type StaffMoneyAct = z.infer<typeof StaffMoneyAct>;

/** The facts that a treasurer sees of a person: enough to know that it is the right one. */
const Payer = z.object({ id: z.string(), username: z.string(), email: z.string() });
export type Payer = z.infer<typeof Payer>;

export const maxPayers = 20;

export const findPayers = endpoint({
  method: 'GET',
  path: '/api/staff/billing/people',
  who: 'staff',
  rights: ['treasurer'],
  summary: `Names and mailboxes of people, by a part of either, at most ${maxPayers}: for plans that no card pays for`,
  query: z.object({
    text: z.string().check(z.trim(), z.minLength(2, 'Please type at least two letters'), z.maxLength(100)),
  }),
  answer: z.array(Payer),
  problems: [],
});

const PersonMoney = z.object({
  person: Payer,
  subscriptions: z.array(StaffSubscription),
  acts: z.array(StaffMoneyAct),
  pending: z.array(PendingAct),
  /** The payment service adds a tax to what is due, which only it knows. */
  hasTax: z.optional(z.boolean()),
});
export type PersonMoney = z.infer<typeof PersonMoney>;

export const getPersonMoney = endpoint({
  method: 'GET',
  path: '/api/staff/billing/people/{id}',
  who: 'staff',
  rights: ['treasurer'],
  summary: 'What a person pays for, and what staff have done about it; newest first, at most 200 each',
  params: personParams,
  answer: PersonMoney,
  problems: ['not_found'],
});

/** Apart from the money of a person, which does not wait for the payment service. */
export const getPersonCredit = endpoint({
  method: 'GET',
  path: '/api/staff/billing/people/{id}/credit',
  who: 'staff',
  rights: ['treasurer'],
  summary: "What pays for a person's next bills before the card does",
  params: personParams,
  answer: z.object({
    cents: z.int(),
    /** The payment service adds a tax to what is due, which only it knows. */
    hasTax: z.boolean(),
  }),
  problems: ['unavailable'],
});
