import * as z from 'zod/mini';
import { claimPlans } from '#features/billing/catalogue.ts';
import { LonePremium } from '#features/billing/lone-premium.ts';
import { PrepaidPremium } from '#features/billing/prepaid-premium.ts';
import { endpoint } from '#shared/endpoint.ts';
import { moneyActKinds } from '#shared/money-act-kinds.ts';

const Interval = z.enum(['monthly', 'yearly'], 'Please choose monthly or yearly');

/** The price on the page, so that an old page buys nothing at a new one. */
const SeenPrice = z.optional(z.int());

export const startUpgrade = endpoint({
  method: 'POST',
  path: '/api/upgrade',
  who: 'signed-in',
  limit: 'checkouts',
  summary: 'Begins the upgrade of all own businesses to premium; the browser goes to the url',
  body: z.object({ interval: Interval, amountCents: SeenPrice }),
  answer: z.object({ url: z.string() }),
  problems: ['bad_request', 'conflict'],
});

export const BillingNotice = z.object({
  /** The plan that the notice is about. */
  id: z.string(),
  /** 'failed': a payment is owed. 'disputed': premium is suspended until the bank has decided. */
  kind: z.enum(['failed', 'ending', 'ended', 'disputed']),
  /** The listing of the plan; null for all listings. */
  business: z.nullable(z.string()),
  /** The time at which it was due, ends or ended. */
  at: z.string(),
  /** The end of the grace time. */
  until: z.nullable(z.string()),
  /** It is the first payment of a claim that is owed. */
  isFirstOwed: z.boolean(),
});
export type BillingNotice = z.infer<typeof BillingNotice>;

export const BillingPlan = z.object({
  interval: Interval,
  /** The interval from `renewsAt` on; null when it stays. */
  /** The amount of each period: a running plan keeps its price. */
  cents: z.nullable(z.int()),
  nextInterval: z.nullable(Interval),
  nextCents: z.nullable(z.int()),
  renewsAt: z.string(),
});
export type BillingPlan = z.infer<typeof BillingPlan>;

/** A running plan that a card pays for. */
export const OwnPlan = z.object({
  id: z.string(),
  kind: z.enum(['claim_standard', 'claim_premium', 'owner_premium']),
  /** Its name on the price list. */
  name: z.string(),
  /** The listing of a claim; null for all listings. */
  business: z.nullable(z.string()),
  businessId: z.nullable(z.string()),
  cents: z.nullable(z.int()),
  interval: z.nullable(Interval),
  /** The day of the next payment; null: it ends, or a payment is owed. */
  renewsAt: z.nullable(z.string()),
  /** Nothing was paid for it yet: the next payment is the first one. */
  isUnpaid: z.boolean(),
  /** The day on which its Premium begins, with its first payment; null: it has begun, or the listing has Premium until then. */
  premiumFrom: z.nullable(z.string()),
  endsAt: z.nullable(z.string()),
  /** A payment failed, and the plan holds until this day without it; null: none failed. */
  owedBy: z.nullable(z.string()),
  /** A payment failed, and is tried again. */
  isOwed: z.boolean(),
  /** It is the first payment of a claim: the plan has not begun, and only the listing is held until that day. */
  isFirstOwed: z.boolean(),
  /** The listing was handed over, by its owner or by staff: the plan ends with the paid time, and cannot be kept. */
  handedOverBy: z.nullable(z.enum(['owner', 'staff'])),
  /** The claim that it becomes on `renewsAt`; null: it stays as it is. */
  next: z.nullable(z.object({ plan: z.enum(claimPlans), name: z.string(), cents: z.nullable(z.int()) })),
  /** The reason for which a claim cannot become the other one; null: it can, or the plan is none of a claim. */
  noChange: z.nullable(z.string()),
  /** True: `noChange` is refused only because running Premium for all listings covers the claim. */
  isCovered: z.optional(z.boolean()),
  /** Premium for all listings covers the claim until it ends; from the day `from` on it can become Claim Premium. Null: no such end. */
  laterChange: z.nullable(z.object({ coveredUntil: z.string(), from: z.string() })),
  /** The discount of staff that reaches the next payment; null: none. */
  percentOff: z.nullable(z.number()),
  /** A claim's: Premium for all listings that would go on for none once the claim has ended. */
  lonePremium: z.optional(LonePremium),
});
export type OwnPlan = z.infer<typeof OwnPlan>;

/** An own listing whose former owner has paid for it, while its new owner does not go on yet. */
export const TakenOver = z.object({
  businessId: z.string(),
  slug: z.string(),
  business: z.string(),
  until: z.string(),
  plan: z.enum(['standard', 'premium']),
  /** The owner is that former owner: the listing came back to them. */
  isPaidByOwner: z.boolean(),
});
export type TakenOver = z.infer<typeof TakenOver>;

/** Something that staff have done about the person's money or plan. */
export const MoneyNote = z.object({
  id: z.string(),
  kind: z.enum(moneyActKinds),
  cents: z.nullable(z.number()),
  percentOff: z.nullable(z.number()),
  /** A discount's; null: for as long as the plan runs. */
  months: z.nullable(z.number()),
  reason: z.string(),
  /** The end of a plan that no card pays for, whether its day has come or staff have ended it. */
  endsAt: z.nullable(z.string()),
  /** Such a plan holds at this moment. */
  isRunning: z.boolean(),
  /** The parts of a payment in cash or by check that were given back, and that never came. */
  backCents: z.optional(z.number()),
  missingCents: z.optional(z.number()),
  /** A correction of a note that such money went back or never came: the note was wrong. */
  takenBack: z.optional(z.object({ kind: z.enum(['cash-back', 'cash-missing']), cents: z.number() })),
  at: z.string(),
});
export type MoneyNote = z.infer<typeof MoneyNote>;

const Billing = z.object({
  /** Stripe knows the person, so there is a card, invoices or plans to manage. */
  canManage: z.boolean(),
  /** Something was paid, by card or in cash, so there may be bills. */
  hasBills: z.boolean(),
  /** An upgrade is running, so there is nothing more to buy. */
  hasUpgrade: z.boolean(),
  /** The payment service adds a tax to what is due, which only it knows. */
  hasTax: z.optional(z.boolean()),
  /** Listings with Claim Premium, by name: an upgrade makes each a plain claim at once, paid or not yet. */
  claimPremium: z.array(z.string()),
  /** The running, paid upgrade, which can continue by the month or by the year. */
  plan: z.nullable(BillingPlan),
  /** Oldest first. */
  plans: z.array(OwnPlan),
  /** The first to end stands first. */
  takenOver: z.array(TakenOver),
  /** Premium of own listings that staff set up; the first to end stands first. */
  prepaid: z.array(PrepaidPremium),
  /** The day on which the account is deleted, where its owner has asked for that. */
  deletesAt: z.nullable(z.string()),
  notices: z.array(BillingNotice),
  /** Newest first, of the last two years, at most 50. */
  notes: z.array(MoneyNote),
  /**
   * Payment pages that are open, or were paid a moment ago, so their state may be new. The newest, at most
   * five.
   */
  checkouts: z.array(z.string()),
});
export type Billing = z.infer<typeof Billing>;

export const getBilling = endpoint({
  method: 'GET',
  path: '/api/billing',
  who: 'signed-in',
  summary: 'What is paid for, and what its owner should know about it',
  answer: Billing,
  problems: [],
});

export const getCredit = endpoint({
  method: 'GET',
  path: '/api/billing/credit',
  who: 'signed-in',
  limit: 'credit-looks',
  summary: 'What pays for the next bills of the own plans before the card does',
  answer: z.object({
    cents: z.int(),
    /** The payment service adds a tax to what is due, which only it knows. */
    hasTax: z.boolean(),
  }),
  problems: ['unavailable'],
});

export const changeInterval = endpoint({
  method: 'POST',
  path: '/api/billing/interval',
  who: 'signed-in',
  limit: 'checkouts',
  summary:
    'The upgrade goes on by the month or by the year from its next period on; the interval that runs takes a change back',
  body: z.object({
    interval: Interval,
    /** The interval that runs on the page, so that an old page changes nothing that has changed since. */
    running: z.optional(Interval),
    amountCents: SeenPrice,
  }),
  answer: Billing,
  problems: ['bad_request', 'conflict', 'unavailable'],
});

export const changeClaimPlan = endpoint({
  method: 'POST',
  path: '/api/billing/claim',
  who: 'signed-in',
  limit: 'checkouts',
  summary:
    'An own claim becomes Claim Premium, or Claim, with its next period; the plan that runs takes a change back. Nothing is charged before',
  body: z.object({
    /** The plan. */
    id: z.string().check(z.maxLength(255)),
    plan: z.enum(claimPlans, 'Please choose Claim or Claim Premium'),
    /** The plan that runs on the page, so that an old page changes nothing that has changed since. */
    running: z.optional(z.enum(claimPlans)),
    amountCents: SeenPrice,
  }),
  answer: Billing,
  problems: ['bad_request', 'not_found', 'conflict', 'unavailable'],
});

export const keepPlan = endpoint({
  method: 'POST',
  path: '/api/billing/keep',
  who: 'signed-in',
  limit: 'checkouts',
  summary: 'Takes back the cancellation of an own plan whose paid time still runs',
  body: z.object({ id: z.string().check(z.maxLength(255)) }),
  answer: Billing,
  problems: ['not_found', 'conflict', 'unavailable'],
});

export const cancelPlan = endpoint({
  method: 'POST',
  path: '/api/billing/cancel',
  who: 'signed-in',
  limit: 'checkouts',
  summary: 'An own plan ends with its paid time; until then it can be kept',
  body: z.object({ id: z.string().check(z.maxLength(255)) }),
  answer: Billing,
  problems: ['not_found', 'conflict', 'unavailable'],
});

export const openPortal = endpoint({
  method: 'POST',
  path: '/api/billing/portal',
  who: 'signed-in',
  limit: 'checkouts',
  summary: "Opens the payment service's own page for card, invoices and cancellation",
  body: z.object({}),
  answer: z.object({ url: z.string() }),
  problems: ['conflict'],
});
