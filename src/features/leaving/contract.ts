/** Leaving the site: plans that are still paid for, their refund or end, and the deletion of the account. */
import * as z from 'zod/mini';
import { Password } from '#features/accounts/sign-in-contract.ts';
import { PrepaidPremium } from '#features/billing/prepaid-premium.ts';
import { endpoint } from '#shared/endpoint.ts';

export const RunningPlan = z.object({
  id: z.string(),
  /** The name on the bill. */
  name: z.string(),
  /** The listing of the plan; null for all of the person's listings. */
  business: z.nullable(z.string()),
  businessId: z.nullable(z.string()),
  /** The price of one interval. */
  cents: z.nullable(z.number()),
  interval: z.nullable(z.enum(['month', 'year'])),
  /** Null when nothing is paid yet. */
  paidThrough: z.nullable(z.string()),
  /** The last day of a plan that is canceled. */
  endsAt: z.nullable(z.string()),
  /** The day on which it is over when no further payment is taken, paid or not; null when nothing holds it any longer. */
  lastDay: z.nullable(z.string()),
  /** The unused part that a deletion refunds now; null when the payment service cannot be reached. */
  refundCents: z.nullable(z.number()),
  /** 'disputed': the bank holds the money, so nothing can be refunded. */
  state: z.enum(['running', 'ending', 'unpaid', 'disputed']),
});
export type RunningPlan = z.infer<typeof RunningPlan>;

/** Premium that was paid in cash or by check: no card can be given back to. */
export const CashPlan = z.object({
  id: z.string(),
  /** The number on its receipt. */
  receipt: z.string(),
  endsAt: z.string(),
  /** The unused part, which staff give back by hand when the account is deleted now. */
  unusedCents: z.number(),
});
export type CashPlan = z.infer<typeof CashPlan>;

export const Leaving = z.object({
  plans: z.array(RunningPlan),
  cashPlans: z.array(CashPlan),
  /** Premium of own listings that staff set up. It stays with the listing when the account is deleted before its end. */
  prepaid: z.array(PrepaidPremium),
  /** Own listings that a former owner has paid for, and with which the person does not go on: they lose their owner on that day. */
  takenOver: z.array(z.object({ businessId: z.string(), business: z.string(), until: z.string() })),
  /** Listings with an open claim: a deletion, now or later, withdraws the claims without a charge. */
  openClaims: z.array(z.string()),
  /** Own listings in the directory: they stay without an owner, and whoever wants one then claims it. */
  listings: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Names of own listings that staff have not decided on: they go on waiting, without an owner. */
  waitingListings: z.optional(z.array(z.string())),
  /** Paid listings that staff have not set up yet: what was sent for them goes with the account, the payment stays. */
  openOrders: z.array(z.string()),
  /** Own listings with the usernames of their managers, who lose them with the account. */
  managed: z.array(z.object({ business: z.string(), managers: z.array(z.string()) })),
  /** The last paid day; null when there is no paid time left and nothing to choose. */
  paidUntil: z.nullable(z.string()),
  /**
   * The part of the credit for later bills that goes back to the card, since no bill will use it: with a deletion now, and with one
   * at the end of what is paid for. null: none, or the payment service cannot be reached.
   */
  credit: z.nullable(z.object({ nowCents: z.number(), endCents: z.number() })),
  /** The refund of all plans and of the credit; null when the payment service cannot be reached. */
  refundCents: z.nullable(z.number()),
  /** Set once the person has asked to be deleted at that date. */
  deletesAt: z.nullable(z.string()),
  /** Own listings whose public contact is the account's address. */
  contactListings: z.array(z.string()),
  /** The account's address gets the newsletter. */
  newsletter: z.boolean(),
});
export type Leaving = z.infer<typeof Leaving>;

export const getLeaving = endpoint({
  method: 'GET',
  path: '/api/account/leaving',
  who: 'signed-in',
  secondFactor: 'asked',
  summary: 'What a deletion of the account would end, give back and take along',
  answer: Leaving,
  problems: ['conflict'],
});

const PaidTime = z.enum(['end', 'refund'], 'Please choose what happens to the time that is paid for');

export const leavingWishes = {
  /**
   * Required while paid time is left. 'end': all plans end with it, then the account is deleted. 'refund':
   * the account is deleted now, and the unused part goes back to the card.
   */
  plans: z.optional(PaidTime),
  /** Default: the account's address is removed from the person's listings. */
  keepContactEmail: z.optional(z.boolean()),
  /** Default: the newsletter stops too. */
  keepNewsletter: z.optional(z.boolean()),
};

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/api/account/delete',
  who: 'signed-in',
  summary:
    'Deletes the account, now or when what is paid for is used up; its businesses stay listed, without an owner. 409 while paid time is left and `plans` does not say what happens to it',
  body: z.object({ password: Password, ...leavingWishes }),
  answer: z.object({
    message: z.string(),
    /** Null when the account is deleted. */
    deletesAt: z.nullable(z.string()),
  }),
  problems: ['conflict', 'not_found'],
});

export const keepAccount = endpoint({
  method: 'POST',
  path: '/api/account/keep',
  who: 'signed-in',
  summary: 'Takes a deletion at a later date back; the plans that it ended go on',
  body: z.object({}),
  answer: z.object({
    message: z.string(),
    /** The plans that the deletion would have ended. The payment service takes their ends back a moment later. */
    goesOn: z.array(z.string()),
  }),
  problems: ['conflict'],
});
